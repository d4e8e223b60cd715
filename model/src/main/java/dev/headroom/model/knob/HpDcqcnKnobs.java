package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;

/** The knobs of HP-DCQCN: {@code congestion.hpDcqcn}. */
public final class HpDcqcnKnobs {
  private HpDcqcnKnobs() {}

  public static final Knob<Time> PERIOD =
      Knob.of("congestion.hpDcqcn.period", TIME, "55us", "period of the rate meter (tau)")
          .within("1ns", "1s")
          .from("ours: that of DCQCN's timers");
  public static final Knob<Double> GAIN =
      Knob.of(
              "congestion.hpDcqcn.gain",
              NUMBER,
              "0.5",
              "share of the difference that a period corrects")
          .within("0.001", "1")
          .from("ours");
  public static final Knob<Double> G =
      Knob.of("congestion.hpDcqcn.g", NUMBER, "0.00390625", "gain of alpha")
          .within("0.000001", "1")
          .from("DCQCN, SIGCOMM 2015: 1/256");
  public static final Knob<Double> ALPHA =
      Knob.of("congestion.hpDcqcn.initialAlpha", NUMBER, "1", "alpha at the first CNP")
          .within("0", "1")
          .from("DCQCN, SIGCOMM 2015");
  public static final Knob<Rate> AI =
      Knob.of("congestion.hpDcqcn.rateAi", RATE, "50Mbps", "additive increase a period")
          .within("1bps", "1Tbps")
          .from("the article: 50 to 100 Mb/s");
}
