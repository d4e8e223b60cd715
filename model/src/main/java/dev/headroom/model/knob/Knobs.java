package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.NUMBER_PER_RATE;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All knobs, in the order of the reference file. */
public final class Knobs {
  private Knobs() {}

  // --- fabric: switches -------------------------------------------------------------------------

  public static final Knob<Size> SWITCH_BUFFER =
      Knob.of(
          "fabric.switches.buffer", SIZE, "32MiB", "packet buffer shared by all ports of a switch");
  public static final Knob<Size> SWITCH_CELL =
      Knob.of("fabric.switches.cell", SIZE, "192B", "unit in which the buffer is given out");
  public static final Knob<String> FORWARDING =
      Knob.of(
          "fabric.switches.forwarding",
          choice("cut-through", "store-and-forward"),
          "cut-through",
          "whether a packet may leave before its tail has arrived");
  public static final Knob<String> ADMISSION =
      Knob.of(
          "fabric.switches.admission",
          choice("header", "tail"),
          "header",
          "whether a packet is charged to the buffer when its header arrives or its last bit");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of(
          "fabric.switches.latency",
          TIME,
          "300ns",
          "pipeline delay of a switch, header in to header out");
  public static final Knob<PerRate<Double>> ALPHA =
      Knob.of(
          "fabric.switches.alpha",
          NUMBER_PER_RATE,
          "0.125",
          "dynamic threshold: share of the free shared buffer one ingress priority may use");
  public static final Knob<Double> LOSSY_ALPHA =
      Knob.of(
          "fabric.switches.lossyAlpha",
          NUMBER,
          "1",
          "dynamic threshold of a lossy egress queue: share of the free shared buffer it may use");
  public static final Knob<Size> RESERVED =
      Knob.of(
          "fabric.switches.reserved",
          SIZE,
          "4KiB",
          "buffer set aside for each lossless ingress priority of each port");
  public static final Knob<String> SCHEDULING =
      Knob.of(
          "fabric.switches.scheduling",
          new ValueType<>(
              "class schedule",
              "strict:6,7 dwrr:0=50,3=50",
              ClassSchedule::parse,
              ClassSchedule::print,
              List.of()),
          "strict:6,7 dwrr:0=50,1=1,2=1,3=50,4=1,5=1",
          "which classes go first, and how the rest share a port by byte-deficit round robin");

  // --- hosts ------------------------------------------------------------------------------------

  public static final Knob<Size> RECEIVE_BUFFER =
      Knob.of("hosts.receiveBuffer", SIZE, "2MiB", "buffer of a NIC port for arriving packets");
  public static final Knob<Rate> DRAIN =
      Knob.derived(
          "hosts.drain",
          RATE,
          "as fast as packets arrive",
          "how fast a host empties its receive buffer; slower than the link makes it send PFC");

  // --- transport --------------------------------------------------------------------------------

  public static final Knob<String> TRANSPORT =
      Knob.of("transport.type", choice("rocev2"), "rocev2", "transport of all flows");
  public static final Knob<String> OPERATION =
      Knob.of(
          "transport.operation",
          choice("write", "send", "read"),
          "write",
          "verb that moves the data");
  public static final Knob<Long> MTU =
      Knob.of("transport.mtu", WHOLE, "4096", "path MTU: payload bytes of a full packet");
  public static final Knob<Size> MESSAGE_SIZE =
      Knob.of("transport.messageSize", SIZE, "1MiB", "a flow is cut into messages of this size");
  public static final Knob<Long> OUTSTANDING =
      Knob.of(
          "transport.outstanding",
          WHOLE,
          "16",
          "messages a queue pair may have posted and not completed");
  public static final Knob<Long> ACK_EVERY =
      Knob.of(
          "transport.ackEvery",
          WHOLE,
          "4",
          "packets per ACK; the last of a message is always acknowledged");
  public static final Knob<Long> TRAFFIC_CLASS =
      Knob.of("transport.class", WHOLE, "3", "priority of data");
  public static final Knob<Long> ACK_CLASS =
      Knob.derived("transport.ackClass", WHOLE, "transport.class", "priority of ACK and NAK");
  public static final Knob<Long> ACK_HOST_CLASS =
      Knob.derived("transport.ackHostClass", WHOLE, "transport.ackClass", "class whose pauses hold back an ACK at the host that sends it");
  public static final Knob<Long> CNP_CLASS =
      Knob.of("transport.cnpClass", WHOLE, "6", "priority of CNP");
  public static final Knob<Size> WINDOW =
      Knob.derived("transport.window", SIZE, "no limit", "bytes a queue pair may have in flight");
  public static final Knob<Boolean> WINDOW_FOLLOWS_RATE =
      Knob.of("transport.windowFollowsRate", SWITCH, "false", "whether the window shrinks in proportion as congestion control lowers the rate");
  public static final Knob<Long> ACK_TIMEOUT =
      Knob.of(
          "transport.ackTimeout",
          WHOLE,
          "14",
          "local ACK timeout exponent n: 4.096us * 2^n; 0 is never");
  public static final Knob<Long> RETRY_COUNT =
      Knob.of(
          "transport.retryCount",
          WHOLE,
          "7",
          "timeouts in a row before the queue pair goes to error");
  public static final Knob<Long> RNR_TIMER =
      Knob.of("transport.rnrTimer", WHOLE, "12", "minimum RNR NAK timer code of the receiver");
  public static final Knob<Long> RNR_RETRY =
      Knob.of(
          "transport.rnrRetry",
          WHOLE,
          "7",
          "RNR NAKs in a row before the queue pair goes to error; 7 is no limit");
  public static final Knob<Long> RECEIVE_QUEUE =
      Knob.derived(
          "transport.receiveQueue",
          WHOLE,
          "never empty",
          "receive requests posted for SENDs of a queue pair");
  public static final Knob<Time> RECEIVE_REPOST =
      Knob.of(
          "transport.receiveRepost",
          TIME,
          "1us",
          "time until a consumed receive request is posted again");
  public static final Knob<Long> INITIAL_PSN =
      Knob.of("transport.initialPsn", WHOLE, "0", "first packet sequence number, modulo 2^24");
  public static final Knob<String> FRAMING =
      Knob.of(
          "transport.framing",
          choice("rocev2", "hpcc-ns3"),
          "rocev2",
          "bytes on the wire around the payload");
  public static final Knob<Time> NAK_INTERVAL =
      Knob.derived(
          "transport.nakInterval",
          TIME,
          "once per gap",
          "least time between NAKs for the same gap");

  // --- congestion -------------------------------------------------------------------------------

  public static final Knob<String> ALGORITHM =
      Knob.of(
          "congestion.algorithm",
          choice("dcqcn", "none"),
          "dcqcn",
          "congestion control of all queue pairs");
  public static final Knob<String> FORM =
      Knob.of(
          "congestion.form",
          choice("vendor", "paper"),
          "vendor",
          "which DCQCN: NVIDIA's firmware or the paper's");
  public static final Knob<Boolean> ECN =
      Knob.of("congestion.ecn", SWITCH, "true", "whether switches mark");
  public static final Knob<PerRate<Size>> KMIN =
      Knob.derived(
          "congestion.kmin",
          SIZE_PER_RATE,
          "4KB per Gb/s of port rate",
          "egress queue above which packets are marked");
  public static final Knob<PerRate<Size>> KMAX =
      Knob.derived(
          "congestion.kmax",
          SIZE_PER_RATE,
          "16KB per Gb/s of port rate",
          "egress queue above which every packet is marked");
  public static final Knob<PerRate<Double>> PMAX =
      Knob.of("congestion.pmax", NUMBER_PER_RATE, "0.2", "marking probability at kmax");
  public static final Knob<String> MARKING =
      Knob.of(
          "congestion.marking",
          choice("dequeue", "enqueue"),
          "dequeue",
          "when a packet is tested for marking");
  public static final Knob<String> FEEDBACK =
      Knob.of(
          "congestion.feedback",
          choice("cnp", "ack"),
          "cnp",
          "how the receiver tells of a mark: CNP packets, or a bit in the ACK");
  public static final Knob<Time> CNP_INTERVAL =
      Knob.of("congestion.cnpInterval", TIME, "4us", "least time between CNPs for one queue pair");
  public static final Knob<Double> G =
      Knob.of("congestion.g", NUMBER, "0.0048828125", "gain of the alpha estimate");
  public static final Knob<Double> INITIAL_ALPHA =
      Knob.of("congestion.initialAlpha", NUMBER, "1", "alpha at the first CNP");
  public static final Knob<Time> ALPHA_PERIOD =
      Knob.of("congestion.alphaPeriod", TIME, "1us", "period of the alpha update");
  public static final Knob<Time> DECREASE_PERIOD =
      Knob.of(
          "congestion.decreasePeriod",
          TIME,
          "4us",
          "vendor form: period of the rate decrease check");
  public static final Knob<Time> INCREASE_TIMER =
      Knob.of("congestion.increaseTimer", TIME, "300us", "period of the rate increase timer");
  public static final Knob<Size> BYTE_COUNTER =
      Knob.of(
          "congestion.byteCounter",
          SIZE,
          "10MB",
          "paper form: bytes sent per byte-counter increase");
  public static final Knob<Long> FAST_RECOVERY =
      Knob.of(
          "congestion.fastRecovery",
          WHOLE,
          "1",
          "increases that only recover before additive increase (F)");
  public static final Knob<Rate> RATE_AI =
      Knob.of("congestion.rateAi", RATE, "5Mbps", "additive increase");
  public static final Knob<Rate> RATE_HAI =
      Knob.of("congestion.rateHai", RATE, "50Mbps", "hyper increase");
  public static final Knob<Rate> MIN_RATE =
      Knob.of("congestion.minRate", RATE, "1Mbps", "least rate of a queue pair");
  public static final Knob<Boolean> CLAMP_TARGET =
      Knob.of(
          "congestion.clampTarget",
          SWITCH,
          "false",
          "vendor form: the target rate follows every decrease");
  public static final Knob<Boolean> CLAMP_TARGET_AFTER_INCREASE =
      Knob.of(
          "congestion.clampTargetAfterIncrease",
          SWITCH,
          "true",
          "vendor form: the target rate follows a decrease that comes after an increase");
  public static final Knob<Double> MIN_DECREASE =
      Knob.of(
          "congestion.minDecreaseFactor",
          NUMBER,
          "0.5",
          "vendor form: a decrease leaves at least this share of the rate");
  public static final Knob<Double> FIRST_CNP_RATE =
      Knob.of("congestion.rateOnFirstCnp", NUMBER, "1", "share of the rate kept at the first CNP");

  // --- pfc --------------------------------------------------------------------------------------

  public static final Knob<Boolean> PFC =
      Knob.of("pfc.enabled", SWITCH, "true", "priority flow control on the lossless classes");
  public static final Knob<List<Integer>> PFC_CLASSES =
      Knob.of(
          "pfc.classes",
          new ValueType<>(
              "classes",
              "3 or 3,4",
              ClassSchedule::parseClasses,
              ClassSchedule::printClasses,
              List.of()),
          "3",
          "lossless classes");
  public static final Knob<PerRate<Size>> HEADROOM =
      Knob.derived(
          "pfc.headroom",
          SIZE_PER_RATE,
          "SONiC/NVIDIA formula of rate, cable and MTU",
          "buffer per ingress priority for what arrives after XOFF");
  public static final Knob<Size> XOFF =
      Knob.derived(
          "pfc.xoff",
          SIZE,
          "dynamic: fabric.switches.alpha times the free shared buffer",
          "ingress occupancy at which XOFF is sent");
  public static final Knob<Size> XON_OFFSET =
      Knob.of("pfc.xonOffset", SIZE, "3KiB", "how far below the XOFF threshold XON is sent");
  public static final Knob<Time> PFC_RESPONSE =
      Knob.derived(
          "pfc.responseTime",
          TIME,
          "the quanta of IEEE 802.3 for the port's rate",
          "time from a pause frame's last bit to no new frame");
  public static final Knob<Long> PAUSE_QUANTA =
      Knob.of(
          "pfc.pauseQuanta",
          WHOLE,
          "65535",
          "pause time in a frame, in quanta of 512 bit times; 0 lasts until XON");

  // --- routing ----------------------------------------------------------------------------------

  public static final Knob<String> ROUTING =
      Knob.of(
          "routing.algorithm", choice("ecmp"), "ecmp", "how one of several next hops is chosen");
  public static final Knob<String> HASH =
      Knob.of("routing.hash", choice("mix64", "murmur3"), "mix64", "hash over the 5-tuple");
  public static final Knob<String> SALT =
      Knob.of(
          "routing.salt",
          choice("switch", "none"),
          "switch",
          "whether each switch hashes differently");
  public static final Knob<String> UDP_PORT =
      Knob.of(
          "routing.udpSourcePort",
          choice("kernel", "fixed", "nic"),
          "kernel",
          "where the UDP source port comes from");

  // --- run --------------------------------------------------------------------------------------

  public static final Knob<Long> SEED =
      Knob.of("run.seed", WHOLE, "1", "seed of every random stream");
  public static final Knob<Time> STOP =
      Knob.of("run.stop", TIME, "10s", "simulated time at which an unfinished run ends");
  public static final Knob<Time> GRID =
      Knob.of("run.grid", TIME, "1us", "a run ends at a multiple of this");
  public static final Knob<Time> PROBE_PERIOD =
      Knob.derived("run.probes", TIME, "no time series", "how often queues and rates are sampled");
  public static final Knob<String> TIES =
      Knob.of(
          "run.ties", choice("keyed", "insertion"), "keyed", "order of events at the same time");
  public static final Knob<Time> ROUNDING =
      Knob.of("run.rounding", TIME, "1ps", "serialization times are cut to a multiple of this");

  private static final List<Knob<?>> ALL =
      Arrays.stream(Knobs.class.getFields())
          .filter(field -> Modifier.isStatic(field.getModifiers()))
          .<Knob<?>>map(field -> {
            try {
              return (Knob<?>) field.get(null);
            } catch (IllegalAccessException e) {
              throw new IllegalStateException(e);
            }
          })
          .toList();

  /** Every knob, in the order of the reference file. */
  public static List<Knob<?>> all() {
    return ALL;
  }

  public static Optional<Knob<?>> named(String name) {
    return ALL.stream().filter(knob -> knob.name().equals(name)).findFirst();
  }
}
