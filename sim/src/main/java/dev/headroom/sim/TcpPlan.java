package dev.headroom.sim;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.ideal.IdealStreamFct;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.sim.packet.TcpPacket;
import dev.headroom.sim.tcp.StreamLayout;
import dev.headroom.sim.tcp.TcpConnections;
import dev.headroom.sim.tcp.TcpSettings;
import java.util.Optional;
import java.util.OptionalLong;

/** Transport plan of TCP, and of iWARP on it. */
final class TcpPlan implements TransportPlan {
  /** Preamble and start of frame 8 before a frame, gap 12 after (IEEE 802.3). */
  private static final int GAP = 12;

  private static final int OVERHEAD = 8 + GAP;
  private static final int PAUSE_FRAME = 64;

  private final Scenario scenario;
  private final StreamLayout layout;
  private final IdealFct idealFct;

  TcpPlan(Scenario scenario) {
    this.scenario = scenario;
    Settings settings = scenario.settings();
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    layout =
        settings.get(TransportKnobs.TRANSPORT) == TransportType.IWARP
            ? StreamLayout.iwarp(mtu, settings.get(TransportKnobs.OPERATION) != Verb.SEND)
            : StreamLayout.tcp(mtu);
    idealFct = idealFctOf(layout, reads(settings));
  }

  private static boolean reads(Settings settings) {
    return settings.get(TransportKnobs.OPERATION) == Verb.READ;
  }

  @Override
  public TransportRequirements requirements() {
    FrameSizes frames =
        new FrameSizes(OVERHEAD, GAP, PAUSE_FRAME, layout.dataFrame(layout.segment()));
    return TransportRequirements.of(
        scenario, frames, Optional.empty(), TcpPacket::new, dataClass());
  }

  @Override
  public int dataClass() {
    return scenario.settings().get(TransportKnobs.TRAFFIC_CLASS).intValue();
  }

  @Override
  public Transport open(
      FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver) {
    Settings settings = scenario.settings();
    long bytes = layout.dataFrame(layout.segment()) + layout.ackFrame(0) + 2L * OVERHEAD;
    return new TcpConnections(
        program,
        connections(settings),
        routes,
        ScenarioControllers.of(settings, BaseRtt.of(scenario, bytes), layout.segment()),
        controllerObserver,
        settings.get(RunKnobs.SEED),
        this::costs);
  }

  /** iWARP runs in the NIC, and costs the host nothing. */
  private Optional<CpuCosts> costs(int host) {
    Node node = scenario.fabric().hosts().get(host);
    boolean kernel = !layout.isIwarp() && scenario.at(node).get(CpuKnobs.STACK) == TcpStack.KERNEL;
    return kernel ? Optional.of(CpuCosts.of(scenario, node)) : Optional.empty();
  }

  private TcpSettings connections(Settings settings) {
    int dataClass = dataClass();
    return new TcpSettings(
        layout,
        dataClass,
        settings.find(TransportKnobs.ACK_CLASS).map(Long::intValue).orElse(dataClass),
        settings
            .find(TcpKnobs.ECN)
            .orElseGet(
                () -> scenario.parts().isEmpty() || ScenarioControllers.reactsToEcn(settings)),
        settings.get(TcpKnobs.HANDSHAKE),
        new TcpSettings.Receiving(
            settings.get(TcpKnobs.RECEIVE_WINDOW).bytes(),
            settings.get(TcpKnobs.ACK_EVERY).intValue(),
            settings.get(TcpKnobs.ACK_DELAY).ps()),
        new TcpSettings.Retries(
            settings.get(TcpKnobs.MIN_TIMEOUT).ps(),
            settings.get(TcpKnobs.TAIL_PROBE),
            settings.get(TcpKnobs.PROBE_SLACK).ps()),
        reads(settings)
            ? OptionalLong.of(settings.get(TransportKnobs.OUTSTANDING_READS))
            : OptionalLong.empty());
  }

  @Override
  public IdealFct idealFctOf(int flow) {
    return idealFct;
  }

  private static IdealFct idealFctOf(StreamLayout layout, boolean reads) {
    int full = layout.dataFrame(layout.streamBytes(layout.payload()));
    return (forth, back, bytes) -> {
      long whole = layout.segments(bytes) - 1;
      int last = layout.dataFrame(layout.streamBytes((int) (bytes - whole * layout.payload())));
      IdealStreamFct stream = new IdealStreamFct(forth, back);
      return reads
          ? stream.readPs(layout.requestFrame(), layout.ackFrame(0), whole, full, last)
          : stream.completionPs(whole, full, last, layout.ackFrame(0));
    };
  }
}
