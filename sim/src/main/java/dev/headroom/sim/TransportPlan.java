package dev.headroom.sim;

import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.fabric.Cargo;
import dev.headroom.sim.fabric.FrameSizes;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.SendClasses;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.Framing;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.solo.Alone;

/** What the rest of a run must know of its transport, and how its connections are opened. */
interface TransportPlan {
  /** That of a scenario: its {@code transport.type}, or those of the parts of its workload. */
  static TransportPlan of(Scenario scenario) {
    return scenario.parts().isEmpty() ? ofOne(scenario) : MixedPlan.of(scenario);
  }

  /** That of {@code transport.type}, whatever parts have. */
  static TransportPlan ofOne(Scenario scenario) {
    OwnControls.check(scenario.settings());
    return switch (scenario.settings().get(TransportKnobs.TRANSPORT)) {
      case UEC -> new UetPlan(scenario);
      case SRD -> DeliveryPlan.srd(scenario);
      case FALCON -> DeliveryPlan.falcon(scenario);
      case TCP, IWARP -> new TcpPlan(scenario);
      case ROCEV2, ROCEV1, INFINIBAND -> new RcPlan(scenario);
    };
  }

  /** What the fabric must know of frames, where they are as reliable connections' are. */
  static FrameSizes frames(RcSettings rc) {
    Framing framing = rc.framing();
    return new FrameSizes(
        framing.overhead(), framing.gap(), framing.pauseFrame(), rc.largestFrame());
  }

  /** Bytes on the wire of a full packet and of its ACK. */
  static long roundTripBytes(RcSettings rc) {
    return rc.largestFrame() + rc.framing().ack() + 2L * rc.framing().overhead();
  }

  /** What the network must know of what it carries. */
  Cargo cargo();

  /** Class of data. */
  int dataClass();

  /** Class of a flow's data. */
  default int classOf(int flow) {
    return dataClass();
  }

  /** In which classes NICs send data. */
  default SendClasses classes() {
    return SendClasses.all(dataClass());
  }

  /**
   * The connections of a run.
   *
   * @param onlooker sees their controllers at work
   */
  Transport open(FlowProgram program, RouteTable routes, Onlooker onlooker);

  /** How long a flow takes alone. */
  Alone alone(int flow);
}
