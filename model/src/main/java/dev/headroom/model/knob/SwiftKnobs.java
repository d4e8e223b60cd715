package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Time;

/** The knobs of Swift: {@code congestion.swift}. */
public final class SwiftKnobs {
  private SwiftKnobs() {}

  public static final Knob<Time> BASE =
      Knob.derived(
              "congestion.swift.baseTarget",
              TIME,
              "20 us, or 1.5 times congestion.baseRtt where that is longer",
              "target delay of one hop with few flows; to be met it must be over the base RTT")
          .within("1ns", "1s")
          .from("20 us: htsim's swift.cpp; Google's values are not public");
  public static final Knob<Time> HOP =
      Knob.of(
              "congestion.swift.perHop",
              TIME,
              "3053435ps",
              "target delay for each switch on the way")
          .within("0ns", "1s")
          .from("htsim's swift.cpp: base target / 6.55");
  public static final Knob<Time> RANGE =
      Knob.of(
              "congestion.swift.range",
              TIME,
              "100us",
              "most that a small window adds to the target")
          .within("0ns", "1s")
          .from("htsim's swift.cpp: 5 base targets; Swift, SIGCOMM 2020, section 3.5");
  public static final Knob<Double> SCALE_FROM =
      Knob.of(
              "congestion.swift.scaleFrom",
              NUMBER,
              "0.1",
              "window in packets at and under which all of the range is added")
          .within("0.001", "1000")
          .from("htsim's swift.cpp");
  public static final Knob<Double> SCALE_TO =
      Knob.of(
              "congestion.swift.scaleTo",
              NUMBER,
              "100",
              "window in packets from which on nothing is added")
          .within("0.01", "100000")
          .from("htsim's swift.cpp");
  public static final Knob<Time> HOST =
      Knob.of("congestion.swift.hostTarget", TIME, "20us", "target delay of hosts")
          .within("1ns", "1s")
          .from("ours; Google's is not public");
  public static final Knob<Double> AI =
      Knob.of("congestion.swift.ai", NUMBER, "1", "additive increase in packets a round trip")
          .within("0.001", "1000")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> BETA =
      Knob.of("congestion.swift.beta", NUMBER, "0.8", "decrease factor")
          .within("0.001", "1")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> MDF =
      Knob.of("congestion.swift.mostDecrease", NUMBER, "0.5", "most that one decrease takes")
          .within("0.001", "0.999")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> MIN =
      Knob.of(
              "congestion.swift.minWindow",
              NUMBER,
              "0.01",
              "least window in packets; under 1 is paced")
          .within("0.0001", "1000")
          .from("ours");
  public static final Knob<Double> MAX =
      Knob.of("congestion.swift.maxWindow", NUMBER, "1000", "greatest window in packets")
          .within("1", "1000000")
          .from("htsim's swift.cpp");
  public static final Knob<Long> RESET =
      Knob.of(
              "congestion.swift.resetAfter",
              WHOLE,
              "5",
              "timeouts in a row that bring the least window")
          .within("1", "1000")
          .from("Swift, SIGCOMM 2020, algorithm 1; htsim's swift.cpp");
}
