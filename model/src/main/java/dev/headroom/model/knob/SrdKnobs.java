package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Time;

/**
 * Knobs of AWS's SRD and of its congestion control. AWS has published no values but the number of
 * ways. {@link Knobs} lists them with the rest.
 */
public final class SrdKnobs {
  private SrdKnobs() {}

  public static final Knob<Long> WAYS =
      Knob.of(
              "transport.srd.ways",
              WHOLE,
              "64",
              "ways that a connection sprays over, each with an RTT of its own; a power of two")
          .within("1", "1024")
          .from("64: AWS on ENA Express; Shalev et al., IEEE Micro 2020, as many as there are");
  public static final Knob<Time> WAY_MEMORY =
      Knob.of(
              "transport.srd.wayMemory",
              TIME,
              "1ms",
              "how long the RTT of a way counts when it is not used; a loss on it counts ten times as long")
          .within("1us", "10s")
          .from("ours");
  public static final Knob<Double> TIMEOUT_SCALE =
      Knob.of(
              "transport.srd.timeoutScale",
              NUMBER,
              "3",
              "smoothed round trips after which a packet is sent again, another way, of which nothing is heard, nor"
                  + " of one sent after it the same way")
          .within("1", "1000")
          .from("ours");
  public static final Knob<Time> MIN_TIMEOUT =
      Knob.of("transport.srd.minTimeout", TIME, "250us", "least time after which that happens")
          .within("1us", "10s")
          .from(
              "ours; hundreds of microseconds are told of, and retries in microseconds: AWS re:Invent 2023, STG210");

  // --- congestion control -----------------------------------------------------------------------

}
