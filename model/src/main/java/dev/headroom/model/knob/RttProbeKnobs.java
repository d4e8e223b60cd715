package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.unit.Time;

/** The knobs of control by RTT probes: {@code congestion.rttProbe}. */
public final class RttProbeKnobs {
  private RttProbeKnobs() {}

  public static final Knob<Double> FACTOR =
      Knob.of(
              "congestion.rttProbe.factor",
              NUMBER,
              "0.1",
              "share of the rate that a long RTT takes")
          .within("0.001", "0.2")
          .from("DOCA PCC, RTT template: UPDATE_FACTOR");
  public static final Knob<Double> AI =
      Knob.of("congestion.rttProbe.ai", NUMBER, "0.05", "share of the line that a short RTT adds")
          .within("0.0001", "1")
          .from("DOCA PCC, RTT template: AI");
  public static final Knob<Time> BASE =
      Knob.derived(
              "congestion.rttProbe.baseRtt",
              TIME,
              "13 us, or 1.5 times congestion.baseRtt where that is longer",
              "RTT over which the rate falls")
          .within("1ns", "1s")
          .from("13 us: DOCA PCC, RTT template: BASE_RTT");
  public static final Knob<Time> MAX =
      Knob.of("congestion.rttProbe.maxRtt", TIME, "150us", "RTT from which on it falls faster")
          .within("1ns", "1s")
          .from("DOCA PCC, RTT template: MAX_DELAY");
  public static final Knob<Double> START =
      Knob.of("congestion.rttProbe.start", NUMBER, "1", "share of the line that a flow starts with")
          .within("0.0001", "1")
          .from("DOCA PCC, RTT template: NEW_FLOW_RATE");
  public static final Knob<Double> MIN =
      Knob.of(
              "congestion.rttProbe.min",
              NUMBER,
              "0.00006103515625",
              "least share of the line: 2^-14")
          .within("0.000001", "1")
          .from("DOCA PCC, RTT template: MIN_RATE");
  public static final Knob<Time> GIVE_UP =
      Knob.of(
              "congestion.rttProbe.giveUp",
              TIME,
              "300us",
              "how long a probe is waited for; doubled each time that it does not come back")
          .within("1us", "1s")
          .from("DOCA PCC, RTT template: ABORT_TIME");
}
