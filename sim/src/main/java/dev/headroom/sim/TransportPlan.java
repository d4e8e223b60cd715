package dev.headroom.sim;

import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.fabric.BdpQueues;
import dev.headroom.sim.fabric.NetworkBuilder.FrameSizes;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.solo.Alone;
import java.util.Optional;
import java.util.function.Supplier;

/** What the rest of a run must know of its transport, and how its connections are opened. */
interface TransportPlan {
  /** That of a scenario: {@code transport.type}. */
  static TransportPlan of(Scenario scenario) {
    return switch (scenario.settings().get(TransportKnobs.TRANSPORT)) {
      case "uec" -> new UetPlan(scenario);
      case "tcp", "iwarp" -> new TcpPlan(scenario);
      default -> new RcPlan(scenario);
    };
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
