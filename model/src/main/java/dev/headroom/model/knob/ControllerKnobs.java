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
              "the longest round trip of a full packet and its ACK between two hosts without "
                  + "queueing",
              "round-trip time of an empty fabric, for congestion controls other than DCQCN")
          .within("1ns", "1s")
          .from(
              "HPCC, SIGCOMM 2019, section 3.2: T, one value for all flows, slightly above the "
                  + "longest");
}
