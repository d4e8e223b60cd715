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
              "number of paths over which a connection sprays, with a separate RTT each; a "
                  + "power of two")
          .within("1", "1024")
          .from("64: AWS on ENA Express; Shalev et al., IEEE Micro 2020, use all available paths");
  public static final Knob<Time> WAY_MEMORY =
      Knob.of(
              "transport.srd.wayMemory",
              TIME,
              "1ms",
              "lifetime of a path's RTT while the path is unused; after a loss on it, the "
                  + "lifetime is ten times as long")
          .within("1us", "10s")
          .from("ours");
  public static final Knob<Double> TIMEOUT_SCALE =
      Knob.of(
              "transport.srd.timeoutScale",
              NUMBER,
              "3",
              "retransmission timeout in smoothed round trips: the packet is resent on "
                  + "another path if neither it nor a later packet on its path was acknowledged")
          .within("1", "1000")
          .from("ours");
  public static final Knob<Time> MIN_TIMEOUT =
      Knob.of("transport.srd.minTimeout", TIME, "250us", "minimum of that retransmission timeout")
          .within("1us", "10s")
          .from(
              "ours; published reports name hundreds of microseconds, and retries in "
                  + "microseconds: AWS re:Invent 2023, STG210");

  // --- congestion control -----------------------------------------------------------------------

}
