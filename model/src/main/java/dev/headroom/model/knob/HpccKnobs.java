package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;

/** The knobs of HPCC: {@code congestion.hpcc}, and of HPCC-PINT: {@code congestion.pint}. */
public final class HpccKnobs {
  private HpccKnobs() {}

  public static final Knob<Double> ETA =
      Knob.of("congestion.hpcc.eta", NUMBER, "0.95", "load of the busiest link that is aimed at")
          .within("0.01", "1")
          .from("HPCC, SIGCOMM 2019, section 3.3; U_TARGET of its simulator");
  public static final Knob<Long> MAX_STAGE =
      Knob.of(
              "congestion.hpcc.maxStage",
              WHOLE,
              "5",
              "additive increases in a row before the rate follows the load whatever it is")
          .within("0", "1000")
          .from(
              "HPCC, SIGCOMM 2019, section 3.3; MI_THRESH of its simulator, where run.py takes 0");
  public static final Knob<Rate> RATE_AI =
      Knob.derived(
              "congestion.hpcc.rateAi",
              RATE,
              "a hundredth of what eta leaves free, 0.5 Mb/s per Gb/s of line rate at eta 0.95; at least a sixteenth of a packet a base RTT",
              "additive increase")
          .within("1bps", "1Tbps")
          .from(
              "Wai = BDP (1 - eta)/N for N = 100 flows: HPCC, SIGCOMM 2019, section 3.3; the least is ours; RATE_AI of its simulator");
  public static final Knob<Size> WINDOW =
      Knob.derived(
              "congestion.hpcc.window",
              SIZE,
              "the rate of the line times the base RTT",
              "window at the rate of the line, by which queues are measured too; 0B is none: any queue is endless beside it")
          .within("0B", "1TiB")
          .from(
              "HPCC, SIGCOMM 2019, section 3.2: B T; its simulator takes the greatest BDP of any two hosts, which is less where NICs outrun the fabric");
  public static final Knob<Boolean> WINDOWED =
      Knob.of(
              "congestion.hpcc.windowed",
              SWITCH,
              "true",
              "whether bytes in flight are limited to the window's share R / line, and not by transport.window alone")
          .from("HPCC, SIGCOMM 2019, section 3.2; VAR_WIN of its simulator");
  public static final Knob<Boolean> FAST_REACT =
      Knob.of(
              "congestion.hpcc.fastReact",
              SWITCH,
              "true",
              "whether every ACK sets the rate, and not only the first of a round trip")
          .from("HPCC, SIGCOMM 2019, section 3.2; FAST_REACT of its simulator");
  public static final Knob<Boolean> PER_LINK =
      Knob.of(
              "congestion.hpcc.perLink",
              SWITCH,
              "false",
              "whether each link on the way has a rate of its own, of which the least counts")
          .from("MULTI_RATE of the HPCC simulator, where run.py takes 0");
  public static final Knob<Boolean> SAMPLED =
      Knob.of(
              "congestion.hpcc.sampled",
              SWITCH,
              "false",
              "whether links without a queue are passed over, but for once a round trip")
          .from("SAMPLE_FEEDBACK of the HPCC simulator, where run.py takes 0");
  public static final Knob<String> RATE_CAST =
      Knob.of(
              "congestion.hpcc.rateCast",
              choice("line", "x86-64", "avx-512"),
              "line",
              "what becomes of a rate that is endless, as of a load of 0, or no number, as of queues beside no window:"
                  + " the line's and the least; the least and the line's; the least of both")
          .from(
              "C++ leaves open what such a double is as a whole number. x86-64: cvttsd2si, as the HPCC simulator is compiled"
                  + " unless told otherwise; avx-512: vcvttsd2usi, with -march=native (profile optimized), and ARM");
  public static final Knob<Long> HOPS =
      Knob.of(
              "congestion.hpcc.telemetryHops",
              WHOLE,
              "5",
              "switches that find room in a packet for their telemetry, 8 B each; later ones add none")
          .within("1", "16")
          .from("HPCC, SIGCOMM 2019, section 4.1: 42 B for five hops, on data and ACK");
  public static final Knob<Long> UNIT =
      Knob.of(
              "congestion.hpcc.telemetryUnit",
              WHOLE,
              "1",
              "switches tell bytes sent in multiples of 128 B and queues in multiples of 80 B times this")
          .within("1", "1024")
          .from(
              "IntHop of the HPCC simulator; INT_MULTI, which run.py takes as 1 for each 25 Gb/s");

  // --- HPCC-PINT ---------------------------------------------------------------------------------

  public static final Knob<Double> PINT_BASE =
      Knob.of(
              "congestion.pint.base",
              NUMBER,
              "1.05",
              "base of the logarithm by which the load of a link is rounded: a byte at 1.05, two at 1.01")
          .within("1.001", "2")
          .from("PINT, SIGCOMM 2020; PINT_LOG_BASE of the HPCC simulator, where run.py takes 1.01");
  public static final Knob<Double> PINT_PROBABILITY =
      Knob.of(
              "congestion.pint.probability",
              NUMBER,
              "1",
              "share of ACKs whose load is taken notice of")
          .within("0.0001", "1")
          .from("PINT_PROB of the HPCC simulator");
}
