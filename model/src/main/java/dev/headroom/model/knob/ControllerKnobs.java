package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Time;

/**
 * The knobs of congestion controls other than DCQCN: each has a block of its own under {@code
 * congestion}. {@link Knobs} lists them with the rest.
 */
public final class ControllerKnobs {
  private ControllerKnobs() {}

  public static final Knob<Time> BASE_RTT =
      Knob.derived(
              "congestion.baseRtt",
              TIME,
              "the longest round trip of a full packet and its ACK between two hosts, without queues",
              "round-trip time that controls other than DCQCN take for that of an empty fabric")
          .within("1ns", "1s")
          .from("HPCC, SIGCOMM 2019, section 3.2: T, one for all flows, slightly over the longest");

  // --- HPCC -------------------------------------------------------------------------------------

  public static final Knob<Double> HPCC_ETA =
      Knob.of("congestion.hpcc.eta", NUMBER, "0.95", "load of the busiest link that is aimed at")
          .within("0.01", "1")
          .preset("hpcc-ns3", "0.95")
          .from("HPCC, SIGCOMM 2019, section 3.3; U_TARGET of its simulator");
  public static final Knob<Long> HPCC_MAX_STAGE =
      Knob.of(
              "congestion.hpcc.maxStage",
              WHOLE,
              "5",
              "additive increases in a row before the rate follows the load whatever it is")
          .within("0", "1000")
          .preset("hpcc-ns3", "0")
          .from(
              "HPCC, SIGCOMM 2019, section 3.3; MI_THRESH of its simulator, where run.py takes 0");
  public static final Knob<Rate> HPCC_RATE_AI =
      Knob.derived(
              "congestion.hpcc.rateAi",
              RATE,
              "a hundredth of what eta leaves free: 0.5 Mb/s per Gb/s of line rate at eta 0.95",
              "additive increase")
          .within("1bps", "1Tbps")
          .from(
              "Wai = BDP (1 - eta)/N for N = 100 flows: HPCC, SIGCOMM 2019, section 3.3; RATE_AI of its simulator");
  public static final Knob<Boolean> HPCC_FAST_REACT =
      Knob.of(
              "congestion.hpcc.fastReact",
              SWITCH,
              "true",
              "whether every ACK sets the rate, and not only the first of a round trip")
          .from("HPCC, SIGCOMM 2019, section 3.2; FAST_REACT of its simulator");
  public static final Knob<Boolean> HPCC_PER_LINK =
      Knob.of(
              "congestion.hpcc.perLink",
              SWITCH,
              "false",
              "whether each link on the way has a rate of its own, of which the least counts")
          .preset("hpcc-ns3", "false")
          .from("MULTI_RATE of the HPCC simulator, where run.py takes 0");
  public static final Knob<Boolean> HPCC_SAMPLED =
      Knob.of(
              "congestion.hpcc.sampled",
              SWITCH,
              "false",
              "whether links without a queue are passed over, but for once a round trip")
          .preset("hpcc-ns3", "false")
          .from("SAMPLE_FEEDBACK of the HPCC simulator, where run.py takes 0");
  public static final Knob<Long> HPCC_HOPS =
      Knob.of(
              "congestion.hpcc.telemetryHops",
              WHOLE,
              "5",
              "switches that find room in a packet for their telemetry, 8 B each; later ones add none")
          .within("1", "16")
          .from("HPCC, SIGCOMM 2019, section 4.1: 42 B for five hops, on data and ACK");
  public static final Knob<Long> HPCC_UNIT =
      Knob.of(
              "congestion.hpcc.telemetryUnit",
              WHOLE,
              "1",
              "switches tell bytes sent in multiples of 128 B and queues in multiples of 80 B times this")
          .within("1", "1024")
          .preset("hpcc-ns3", "4")
          .from(
              "IntHop of the HPCC simulator; INT_MULTI, which run.py takes as 1 for each 25 Gb/s");
}
