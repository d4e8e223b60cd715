package dev.headroom.sim.build;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.sim.packet.Packet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Properties of the transports of a run that its network needs to carry their packets.
 *
 * @param frames sizes of their frames
 * @param queues how deep queues are where they are sized by the longest round trip
 * @param packets make what flies, one for each class of packets
 * @param telemetryScenario the scenario as those see it to whom switches tell something in packets
 * @param marked bit mask of the classes whose queues mark
 * @param dscps what hosts write into data, by class
 */
public record TransportRequirements(
    FrameSizes frames,
    Optional<BdpQueueLimits> queues,
    List<Supplier<Packet>> packets,
    Scenario telemetryScenario,
    int marked,
    Map<Integer, Integer> dscps) {
  /** Every class marks. */
  public static final int ALL_MARKED = 0xff;

  public TransportRequirements {
    packets = List.copyOf(packets);
    dscps = Map.copyOf(dscps);
  }

  /** That of one transport. */
  public static TransportRequirements of(
      Scenario scenario,
      FrameSizes frames,
      Optional<BdpQueueLimits> queues,
      Supplier<Packet> packets,
      int dataClass) {
    return new TransportRequirements(
        frames,
        queues,
        List.of(packets),
        scenario,
        ALL_MARKED,
        Map.of(dataClass, TrafficClassMaps.dscp(scenario.settings())));
  }
}
