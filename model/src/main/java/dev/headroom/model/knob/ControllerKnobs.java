package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
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
              "a hundredth of what eta leaves free, 0.5 Mb/s per Gb/s of line rate at eta 0.95; at least a sixteenth of a packet a base RTT",
              "additive increase")
          .within("1bps", "1Tbps")
          .from(
              "Wai = BDP (1 - eta)/N for N = 100 flows: HPCC, SIGCOMM 2019, section 3.3; the least is ours; RATE_AI of its simulator");
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

  // --- HPCC-PINT --------------------------------------------------------------------------------

  public static final Knob<Double> PINT_BASE =
      Knob.of(
              "congestion.pint.base",
              NUMBER,
              "1.05",
              "base of the logarithm by which the load of a link is rounded: a byte at 1.05, two at 1.01")
          .within("1.001", "2")
          .preset("hpcc-ns3", "1.01")
          .from("PINT, SIGCOMM 2020; PINT_LOG_BASE of the HPCC simulator, where run.py takes 1.01");
  public static final Knob<Double> PINT_PROBABILITY =
      Knob.of(
              "congestion.pint.probability",
              NUMBER,
              "1",
              "share of ACKs whose load is taken notice of")
          .within("0.0001", "1")
          .from("PINT_PROB of the HPCC simulator");

  // --- TIMELY -----------------------------------------------------------------------------------

  public static final Knob<String> TIMELY_COMPLETION =
      Knob.of(
              "congestion.timely.completion",
              choice("segment", "round-trip"),
              "segment",
              "when the rate is updated: after each segment, or once a round trip; patched: segment")
          .preset("hpcc-ns3", "round-trip")
          .from(
              "segment: TIMELY, SIGCOMM 2015; round-trip: rdma-hw.cc of the HPCC simulator, mode 7");
  public static final Knob<Size> TIMELY_SEGMENT =
      Knob.of(
              "congestion.timely.segment",
              SIZE,
              "16KB",
              "bytes acknowledged that make a completion")
          .within("1B", "16MiB")
          .from("ECN or Delay, CoNEXT 2016, section 4: 16 to 64 KB");
  public static final Knob<Double> TIMELY_WEIGHT =
      Knob.of(
              "congestion.timely.weight",
              NUMBER,
              "0.875",
              "weight of the newest RTT difference (alpha)")
          .within("0.001", "1")
          .from("ECN or Delay, CoNEXT 2016, section 4; TimelyAlpha of the HPCC simulator");
  public static final Knob<Double> TIMELY_BETA =
      Knob.derived("congestion.timely.beta", NUMBER, "0.8; 0.008 patched", "decrease factor (beta)")
          .within("0.0001", "1")
          .from("ECN or Delay, CoNEXT 2016, sections 4.1 and 4.3");
  public static final Knob<Time> TIMELY_LOW =
      Knob.of(
              "congestion.timely.low",
              TIME,
              "50us",
              "RTT under which the rate rises in any case (Tlow)")
          .within("1ns", "1s")
          .from("TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Time> TIMELY_HIGH =
      Knob.of(
              "congestion.timely.high",
              TIME,
              "500us",
              "RTT over which the rate falls in any case (Thigh)")
          .within("1ns", "1s")
          .from("TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Time> TIMELY_MIN_RTT =
      Knob.of(
              "congestion.timely.minRtt",
              TIME,
              "20us",
              "what RTT differences are measured in, and least time between two updates (Dmin)")
          .within("1ns", "1s")
          .from("ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Rate> TIMELY_DELTA =
      Knob.derived(
              "congestion.timely.delta",
              RATE,
              "1 Mb/s per Gb/s of line rate",
              "additive increase (delta)")
          .within("1bps", "1Tbps")
          .from("10 Mb/s at 10 Gb/s: ECN or Delay, CoNEXT 2016, section 4");
  public static final Knob<Rate> TIMELY_HYPER =
      Knob.derived(
              "congestion.timely.hyperDelta",
              RATE,
              "5 times delta",
              "increase after hyperAfter others")
          .within("1bps", "1Tbps")
          .from("TIMELY, SIGCOMM 2015, algorithm 1: N = 5; RATE_HAI of the HPCC simulator");
  public static final Knob<Long> TIMELY_HYPER_AFTER =
      Knob.of(
              "congestion.timely.hyperAfter",
              WHOLE,
              "5",
              "completions in a row without rising RTT that bring the larger increase; patched: none do")
          .within("1", "1000")
          .from("TIMELY, SIGCOMM 2015, algorithm 1");
  public static final Knob<Rate> TIMELY_START =
      Knob.derived("congestion.timely.startRate", RATE, "line rate", "rate of the first packet")
          .within("1Mbps", "10Tbps")
          .from("TIMELY, SIGCOMM 2015: line/(N + 1) for N flows that a host already has");

  // --- Swift ------------------------------------------------------------------------------------

  public static final Knob<Time> SWIFT_BASE =
      Knob.derived(
              "congestion.swift.baseTarget",
              TIME,
              "20 us, or 1.5 times congestion.baseRtt where that is longer",
              "target delay of one hop with few flows; to be met it must be over the base RTT")
          .within("1ns", "1s")
          .from("20 us: htsim's swift.cpp; Google's values are not public");
  public static final Knob<Time> SWIFT_HOP =
      Knob.of(
              "congestion.swift.perHop",
              TIME,
              "3053435ps",
              "target delay for each switch on the way")
          .within("0ns", "1s")
          .from("htsim's swift.cpp: base target / 6.55");
  public static final Knob<Time> SWIFT_RANGE =
      Knob.of(
              "congestion.swift.range",
              TIME,
              "100us",
              "most that a small window adds to the target")
          .within("0ns", "1s")
          .from("htsim's swift.cpp: 5 base targets; Swift, SIGCOMM 2020, section 3.5");
  public static final Knob<Double> SWIFT_SCALE_FROM =
      Knob.of(
              "congestion.swift.scaleFrom",
              NUMBER,
              "0.1",
              "window in packets at and under which all of the range is added")
          .within("0.001", "1000")
          .from("htsim's swift.cpp");
  public static final Knob<Double> SWIFT_SCALE_TO =
      Knob.of(
              "congestion.swift.scaleTo",
              NUMBER,
              "100",
              "window in packets from which on nothing is added")
          .within("0.01", "100000")
          .from("htsim's swift.cpp");
  public static final Knob<Time> SWIFT_HOST =
      Knob.of("congestion.swift.hostTarget", TIME, "20us", "target delay of hosts")
          .within("1ns", "1s")
          .from("ours; Google's is not public");
  public static final Knob<Double> SWIFT_AI =
      Knob.of("congestion.swift.ai", NUMBER, "1", "additive increase in packets a round trip")
          .within("0.001", "1000")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> SWIFT_BETA =
      Knob.of("congestion.swift.beta", NUMBER, "0.8", "decrease factor")
          .within("0.001", "1")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> SWIFT_MDF =
      Knob.of("congestion.swift.mostDecrease", NUMBER, "0.5", "most that one decrease takes")
          .within("0.001", "0.999")
          .from("htsim's swift.cpp; Falcon 0.9, section 10.3");
  public static final Knob<Double> SWIFT_MIN =
      Knob.of(
              "congestion.swift.minWindow",
              NUMBER,
              "0.01",
              "least window in packets; under 1 is paced")
          .within("0.0001", "1000")
          .from("ours");
  public static final Knob<Double> SWIFT_MAX =
      Knob.of("congestion.swift.maxWindow", NUMBER, "1000", "greatest window in packets")
          .within("1", "1000000")
          .from("htsim's swift.cpp");
  public static final Knob<Long> SWIFT_RESET =
      Knob.of(
              "congestion.swift.resetAfter",
              WHOLE,
              "5",
              "timeouts in a row that bring the least window")
          .within("1", "1000")
          .from("Swift, SIGCOMM 2020, algorithm 1; htsim's swift.cpp");

  // --- DCTCP on the NIC -------------------------------------------------------------------------

  public static final Knob<Double> DCTCP_G =
      Knob.of("congestion.dctcp.g", NUMBER, "0.0625", "gain of alpha")
          .within("0.000001", "1")
          .from("RFC 8257, section 4.1: 1/16; EWMA_GAIN of the HPCC simulator");
  public static final Knob<Double> DCTCP_ALPHA =
      Knob.of("congestion.dctcp.initialAlpha", NUMBER, "1", "alpha before the first round trip")
          .within("0", "1")
          .from("RFC 8257, section 4.2; rdma-queue-pair.cc of the HPCC simulator");
  public static final Knob<Rate> DCTCP_AI =
      Knob.derived(
              "congestion.dctcp.rateAi",
              RATE,
              "a packet a base RTT",
              "additive increase a round trip")
          .within("1bps", "1Tbps")
          .from("HPCC, SIGCOMM 2019, section 5.1; DCTCP_RATE_AI of its simulator");
  public static final Knob<Boolean> DCTCP_WINDOW =
      Knob.of(
              "congestion.dctcp.window",
              SWITCH,
              "true",
              "whether bytes in flight are limited to the rate times congestion.baseRtt")
          .from("HAS_WIN and VAR_WIN of the HPCC simulator");

  // --- RTT probes -------------------------------------------------------------------------------

  public static final Knob<Double> PROBE_FACTOR =
      Knob.of(
              "congestion.rttProbe.factor",
              NUMBER,
              "0.1",
              "share of the rate that a long RTT takes")
          .within("0.001", "0.2")
          .from("DOCA PCC, RTT template: UPDATE_FACTOR");
  public static final Knob<Double> PROBE_AI =
      Knob.of("congestion.rttProbe.ai", NUMBER, "0.05", "share of the line that a short RTT adds")
          .within("0.0001", "1")
          .from("DOCA PCC, RTT template: AI");
  public static final Knob<Time> PROBE_BASE =
      Knob.derived(
              "congestion.rttProbe.baseRtt",
              TIME,
              "13 us, or 1.5 times congestion.baseRtt where that is longer",
              "RTT over which the rate falls")
          .within("1ns", "1s")
          .from("13 us: DOCA PCC, RTT template: BASE_RTT");
  public static final Knob<Time> PROBE_MAX =
      Knob.of("congestion.rttProbe.maxRtt", TIME, "150us", "RTT from which on it falls faster")
          .within("1ns", "1s")
          .from("DOCA PCC, RTT template: MAX_DELAY");
  public static final Knob<Double> PROBE_START =
      Knob.of("congestion.rttProbe.start", NUMBER, "1", "share of the line that a flow starts with")
          .within("0.0001", "1")
          .from("DOCA PCC, RTT template: NEW_FLOW_RATE");
  public static final Knob<Double> PROBE_MIN =
      Knob.of(
              "congestion.rttProbe.min",
              NUMBER,
              "0.00006103515625",
              "least share of the line: 2^-14")
          .within("0.000001", "1")
          .from("DOCA PCC, RTT template: MIN_RATE");
  public static final Knob<Time> PROBE_GIVE_UP =
      Knob.of(
              "congestion.rttProbe.giveUp",
              TIME,
              "300us",
              "how long a probe is waited for; doubled each time that it does not come back")
          .within("1us", "1s")
          .from("DOCA PCC, RTT template: ABORT_TIME");

  // --- HP-DCQCN ---------------------------------------------------------------------------------

  public static final Knob<Time> HP_PERIOD =
      Knob.of("congestion.hpDcqcn.period", TIME, "55us", "period of the rate meter (tau)")
          .within("1ns", "1s")
          .from("ours: that of DCQCN's timers");
  public static final Knob<Double> HP_GAIN =
      Knob.of(
              "congestion.hpDcqcn.gain",
              NUMBER,
              "0.5",
              "share of the difference that a period corrects")
          .within("0.001", "1")
          .from("ours");
  public static final Knob<Double> HP_G =
      Knob.of("congestion.hpDcqcn.g", NUMBER, "0.00390625", "gain of alpha")
          .within("0.000001", "1")
          .from("DCQCN, SIGCOMM 2015: 1/256");
  public static final Knob<Double> HP_ALPHA =
      Knob.of("congestion.hpDcqcn.initialAlpha", NUMBER, "1", "alpha at the first CNP")
          .within("0", "1")
          .from("DCQCN, SIGCOMM 2015");
  public static final Knob<Rate> HP_AI =
      Knob.of("congestion.hpDcqcn.rateAi", RATE, "50Mbps", "additive increase a period")
          .within("1bps", "1Tbps")
          .preset("article", "50Mbps")
          .from("the article: 50 to 100 Mb/s");

  // --- receiver-driven admission ----------------------------------------------------------------

  public static final Knob<Long> ADMISSION_CHANNELS =
      Knob.of(
              "congestion.admission.channels",
              WHOLE,
              "1",
              "channels that a receiver has for a queue pair")
          .within("1", "1024")
          .from("Gangidi et al., SIGCOMM 2024; NCCL")
          .real("NCCL_MAX_NCHANNELS");
  public static final Knob<Long> ADMISSION_SLOTS =
      Knob.of("congestion.admission.slots", WHOLE, "8", "slots of a channel's buffer")
          .within("1", "1024")
          .from("NCCL_STEPS of NCCL: 8");
  public static final Knob<Size> ADMISSION_SLOT =
      Knob.of(
              "congestion.admission.slotSize",
              SIZE,
              "512KiB",
              "bytes of a slot, which is granted whole and again when all of it has come")
          .within("1B", "1GiB")
          .from("an eighth of NCCL's default buffer of 4 MiB")
          .real("NCCL_BUFFSIZE, divided by the slots");
}
