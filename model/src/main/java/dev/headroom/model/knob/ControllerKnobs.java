package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.unit.Time;

/**
 * Knobs that congestion controls other than DCQCN share. Each has a block of its own under {@code
 * congestion}, which the record of its settings declares.
 */
public final class ControllerKnobs {
  private ControllerKnobs() {}

  public static final Knob<Time> BASE_RTT =
      Knob.derived(
              "congestion.baseRtt",
              TIME,
              "the longest round trip of a full packet and its ACK between two hosts, without queues",
              "round-trip time that controls other than DCQCN take for that of an empty fabric")
          .within("1ns", "1s")
          .from("HPCC, SIGCOMM 2019, section 3.2: T, one for all flows, slightly over the longest");
}
