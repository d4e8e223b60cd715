package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;

import dev.headroom.unit.Rate;

/** The knobs of DCTCP on the NIC: {@code congestion.dctcp}. */
public final class DctcpKnobs {
  private DctcpKnobs() {}

  public static final Knob<Double> G =
      Knob.of("congestion.dctcp.g", NUMBER, "0.0625", "gain of alpha")
          .within("0.000001", "1")
          .from("RFC 8257, section 4.1: 1/16; EWMA_GAIN of the HPCC simulator");
  public static final Knob<Double> ALPHA =
      Knob.of("congestion.dctcp.initialAlpha", NUMBER, "1", "alpha before the first round trip")
          .within("0", "1")
          .from("RFC 8257, section 4.2; rdma-queue-pair.cc of the HPCC simulator");
  public static final Knob<Rate> AI =
      Knob.derived(
              "congestion.dctcp.rateAi",
              RATE,
              "a packet a base RTT",
              "additive increase a round trip")
          .within("1bps", "1Tbps")
          .from("HPCC, SIGCOMM 2019, section 5.1; DCTCP_RATE_AI of its simulator");
  public static final Knob<Boolean> WINDOW =
      Knob.of(
              "congestion.dctcp.window",
              SWITCH,
              "true",
              "whether bytes in flight are limited to the rate times congestion.baseRtt")
          .from("HAS_WIN and VAR_WIN of the HPCC simulator");
}
