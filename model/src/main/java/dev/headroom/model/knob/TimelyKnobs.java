package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** The knobs of TIMELY, patched or not: {@code congestion.timely}. */
public final class TimelyKnobs {
  private TimelyKnobs() {}

  public static final Knob<String> COMPLETION =
      Knob.of(
              "congestion.timely.completion",
              choice("segment", "round-trip"),
              "segment",
              "when the rate is updated: after each segment, or once a round trip; patched: segment")
          .from(
              "segment: TIMELY, SIGCOMM 2015; round-trip: rdma-hw.cc of the HPCC simulator, mode 7");
  public static final Knob<Size> SEGMENT =
      Knob.of(
              "congestion.timely.segment",
              SIZE,
              "16KB",
              "bytes acknowledged that make a completion")
          .within("1B", "16MiB")
          .from("ECN or Delay, CoNEXT 2016, section 4: 16 to 64 KB");
  public static final Knob<Double> WEIGHT =
      Knob.of(
              "congestion.timely.weight",
              NUMBER,
              "0.875",
              "weight of the newest RTT difference (alpha)")
          .within("0.001", "1")
          .from("ECN or Delay, CoNEXT 2016, section 4; TimelyAlpha of the HPCC simulator");
  public static final Knob<Double> BETA =
      Knob.derived("congestion.timely.beta", NUMBER, "0.8; 0.008 patched", "decrease factor (beta)")
          .within("0.0001", "1")
          .from("ECN or Delay, CoNEXT 2016, sections 4.1 and 4.3");
  public static final Knob<Time> LOW =
      Knob.of(
              "congestion.timely.low",
              TIME,
              "50us",
              "RTT under which the rate rises in any case (Tlow)")
          .within("1ns", "1s")
          .from("TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Time> HIGH =
      Knob.of(
              "congestion.timely.high",
              TIME,
              "500us",
              "RTT over which the rate falls in any case (Thigh)")
          .within("1ns", "1s")
          .from("TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Time> MIN_RTT =
      Knob.of(
              "congestion.timely.minRtt",
              TIME,
              "20us",
              "what RTT differences are measured in, and least time between two updates (Dmin)")
          .within("1ns", "1s")
          .from("ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Rate> DELTA =
      Knob.derived(
              "congestion.timely.delta",
              RATE,
              "1 Mb/s per Gb/s of line rate",
              "additive increase (delta)")
          .within("1bps", "1Tbps")
          .from("10 Mb/s at 10 Gb/s: ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Rate> HYPER =
      Knob.derived(
              "congestion.timely.hyperDelta",
              RATE,
              "5 times delta",
              "increase after hyperAfter others")
          .within("1bps", "1Tbps")
          .from("TIMELY, SIGCOMM 2015, algorithm 1: N = 5; RATE_HAI of the HPCC simulator");
  public static final Knob<Long> HYPER_AFTER =
      Knob.of(
              "congestion.timely.hyperAfter",
              WHOLE,
              "5",
              "completions in a row without rising RTT that bring the larger increase; patched: none do")
          .within("1", "1000")
          .from("TIMELY, SIGCOMM 2015, algorithm 1");
  public static final Knob<Rate> START =
      Knob.derived("congestion.timely.startRate", RATE, "line rate", "rate of the first packet")
          .within("1Mbps", "10Tbps")
          .from("TIMELY, SIGCOMM 2015: line/(N + 1) for N flows that a host already has");
}
