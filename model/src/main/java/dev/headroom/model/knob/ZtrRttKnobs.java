package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.unit.Time;

/** The knobs of NVIDIA's ZTR-RTT: {@code congestion.ztrRtt}. */
public final class ZtrRttKnobs {
  private static final String PROFILE =
      "NVIDIA network operator, Spectrum-X profile of reference architecture 2.3: parameter ";
  private static final String SLOT = "mlxreg PPCC; dmsc /nvidia/cc/slot[0]/param";

  private ZtrRttKnobs() {}

  public static final Knob<Time> DELAY =
      Knob.derived(
              "congestion.ztrRtt.delay",
              TIME,
              "13 us, or 1.5 times congestion.baseRtt where that is longer",
              "RTT from which on a path is congested, for a flow at line rate and alpha 0")
          .within("1ns", "1s")
          .from(PROFILE + "7, CONGESTION_DELAY_THRESHOLD, 13000 ns; 15000 in a later plan")
          .real(SLOT + "[7]");
  public static final Knob<Double> ALPHA =
      Knob.of(
              "congestion.ztrRtt.alpha",
              NUMBER,
              "0.1",
              "how much the target RTT grows as the rate falls")
          .within("0", "1")
          .from(PROFILE + "1, ALPHA, 6553/65536; 3932/65536 on InfiniBand")
          .real(SLOT + "[1]");
  public static final Knob<Double> DECREASE =
      Knob.of("congestion.ztrRtt.decrease", NUMBER, "0.97", "least factor of a decrease")
          .within("0.1", "1")
          .from(PROFILE + "2, MAX_DEC, 63570/65536")
          .real(SLOT + "[2]");
  public static final Knob<Double> INCREASE =
      Knob.of("congestion.ztrRtt.increase", NUMBER, "1.06", "greatest factor of an increase")
          .within("1", "2")
          .from(PROFILE + "3, MAX_INC, 69468/65536")
          .real(SLOT + "[3]");
  public static final Knob<Double> AI =
      Knob.of(
              "congestion.ztrRtt.ai",
              NUMBER,
              "0.000091552734375",
              "share of the line that an RTT under the target adds: 96/2^20")
          .within("0", "1")
          .from(PROFILE + "4, AI, 96; 36 on InfiniBand. Its unit is the template's, taken for it")
          .real(SLOT + "[4]");
  public static final Knob<Double> HAI =
      Knob.of(
              "congestion.ztrRtt.hai",
              NUMBER,
              "0.00162124633789",
              "the same while nothing is congested: 1700/2^20")
          .within("0", "1")
          .from(
              PROFILE
                  + "5, HAI, 1700; 1200 on InfiniBand. Its unit is the template's, taken for it")
          .real(SLOT + "[5]");
  public static final Knob<Time> HAI_PERIOD =
      Knob.of(
              "congestion.ztrRtt.haiPeriod",
              TIME,
              "200us",
              "how long nothing has to be congested for that")
          .within("0ns", "1s")
          .from(PROFILE + "6, HAI_PERIOD_NS, 200000; 7 ms in a later plan")
          .real(SLOT + "[6]");
  public static final Knob<Time> MAX_DELAY =
      Knob.of("congestion.ztrRtt.maxDelay", TIME, "250us", "RTT over which it falls by up to half")
          .within("1ns", "10s")
          .from(PROFILE + "8, MAX_DELAY, 250000 ns; how far it falls is ours")
          .real(SLOT + "[8]");
  public static final Knob<Double> FIRST =
      Knob.of(
              "congestion.ztrRtt.first",
              NUMBER,
              "0.5",
              "share of the line at a flow's first congestion, at most")
          .within("0.001", "1")
          .from(PROFILE + "9, RATE_ON_FIRST_CONGESTION, 524288/2^20")
          .real(SLOT + "[9]");
  public static final Knob<Boolean> FALLS_TO_SENT =
      Knob.of(
              "congestion.ztrRtt.fallsToSent",
              SWITCH,
              "true",
              "whether congestion brings the rate down to what was really sent, by half at most")
          .from(PROFILE + "12, TX DEC, 1; 0 in a later plan. What it does is read off its name")
          .real(SLOT + "[12]");
  public static final Knob<Boolean> CNP_BY_RTT =
      Knob.of(
              "congestion.ztrRtt.cnpByRtt",
              SWITCH,
              "true",
              "whether a CNP counts only where the next RTT is over congestion.ztrRtt.delay")
          .from(PROFILE + "11, CNP validity, 1. What it does is read off its names")
          .real(SLOT + "[11]");
  public static final Knob<Double> MIN =
      Knob.of("congestion.ztrRtt.min", NUMBER, "0.00006103515625", "least share of the line: 2^-14")
          .within("0.000001", "1")
          .from("DOCA PCC, RTT template: MIN_RATE");
  public static final Knob<Time> GIVE_UP =
      Knob.of(
              "congestion.ztrRtt.giveUp",
              TIME,
              "300us",
              "how long a probe is waited for; doubled each time that it does not come back")
          .within("1us", "1s")
          .from("DOCA PCC, RTT template: ABORT_TIME");
}
