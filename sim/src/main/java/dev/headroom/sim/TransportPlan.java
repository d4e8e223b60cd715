package dev.headroom.sim;

import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.fabric.BdpQueues;
import dev.headroom.sim.fabric.FrameSizes;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.Framing;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.solo.Alone;
import java.util.Optional;
import java.util.function.Supplier;

/** What the rest of a run must know of its transport, and how its connections are opened. */
interface TransportPlan {
  /** That of a scenario: {@code transport.type}. */
  static TransportPlan of(Scenario scenario) {
    return switch (scenario.settings().get(TransportKnobs.TRANSPORT)) {
      case "uec" -> new UetPlan(scenario);
      case "srd" -> DeliveryPlan.srd(scenario);
      case "falcon" -> DeliveryPlan.falcon(scenario);
      case "tcp", "iwarp" -> new TcpPlan(scenario);
      default -> new RcPlan(scenario);
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

  /** What the fabric must know of frames. */
  FrameSizes frames();

  /** Makes the packets that it sends. */
  Supplier<Packet> packets();

  /** Priority of data. */
  int dataClass();

  /** How deep queues are where they are sized by the longest round trip. */
  default Optional<BdpQueues> queues() {
    return Optional.empty();
  }

  /** The connections of a run. */
  Transport open(FlowProgram program, RouteTable routes);

  /** How long a flow takes alone. */
  Alone alone();
}
