package dev.headroom.formats.hpcc;

import static dev.headroom.formats.hpcc.HpccKey.*;

import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.MarkingPoint;
import dev.headroom.model.choice.UdpPortSource;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PerRateValue;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Conversion of an HPCC config's keys into knobs. What the files say is kept in both models; what
 * that simulator takes for granted in its code (framing, feedback on ACKs, pauses without delay)
 * only in its own.
 */
final class HpccKnobs {
  /** IBTA specification: path MTUs, in bytes of payload. */
  private static final List<Long> PATH_MTUS = List.of(256L, 512L, 1024L, 2048L, 4096L);

  /** What {@code IntHop} has codes for. */
  private static final Set<Rate> INT_RATES =
      Set.of(
          Rate.ofGbps(25), Rate.ofGbps(50), Rate.ofGbps(100), Rate.ofGbps(200), Rate.ofGbps(400));

  private final HpccConfig config;
  private final HpccModel model;
  private final Fabric fabric;
  private final HpccFlows flows;
  private final HpccWindows windows;
  private final HpccBuffers buffers;
  private Settings settings = Settings.DEFAULTS;

  private HpccKnobs(
      HpccConfig config, HpccModel model, HpccWiring wiring, HpccFlows flows, HpccWindows windows) {
    this.config = config;
    this.model = model;
    fabric = wiring.fabric();
    this.flows = flows;
    this.windows = windows;
    buffers = new HpccBuffers(wiring);
  }

  static Settings of(
      HpccConfig config,
      HpccModel model,
      boolean congestionChosen,
      HpccWiring wiring,
      HpccFlows flows,
      HpccWindows windows) {
    HpccKnobs settings = new HpccKnobs(config, model, wiring, flows, windows);
    settings.switches();
    settings.transport();
    settings.window();
    settings.congestion(congestionChosen);
    settings.dcqcn();
    settings.run();
    if (model == HpccModel.HPCC_NS3) {
      settings.applyNs3Preset();
    }
    return settings.settings;
  }

  private void switches() {
    long mebibytes = config.whole(BUFFER_SIZE);
    if (mebibytes < 1 || mebibytes > 4095) {
      config.error(
          BUFFER_SIZE, mebibytes + " MiB", "write 1 to 4095: HPCC ns-3 stores it in 32 bits");
      mebibytes = 1;
    }
    set(BUFFER_SIZE, SwitchKnobs.SWITCH_BUFFER, new Size(mebibytes << 20));
    buffers.alpha().ifPresent(alpha -> set(SwitchKnobs.ALPHA, alpha));
    set(PfcKnobs.PFC, true);
    set(PfcKnobs.PFC_CLASSES, flows.groups().stream().sorted().toList());
    if (!config.flag(USE_DYNAMIC_PFC_THRESHOLD)) {
      config.warn(
          USE_DYNAMIC_PFC_THRESHOLD,
          "0 has no effect",
          "thresholds are always dynamic in HPCC " + "ns-3");
    }
    if (config.has(PAUSE_TIME) && config.number(PAUSE_TIME) < 1) {
      config.error(
          PAUSE_TIME,
          "in HPCC ns-3, 0 turns every pause into a resume",
          "write 1 or more; larger values have the same effect");
    }
  }

  private void transport() {
    set(PACKET_PAYLOAD_SIZE, TransportKnobs.MTU, mtu());
    set(TransportKnobs.TRAFFIC_CLASS, (long) flows.group());
    set(RoutingKnobs.UDP_PORT, UdpPortSource.FIXED);
    set(TransportKnobs.ACK_EVERY, 1L);
    long interval = config.whole(L2_ACK_INTERVAL);
    if (interval == 0) {
      config.error(L2_ACK_INTERVAL, "0: in HPCC ns-3 no flow ever finishes", "write 1");
    } else if (interval > 1 && model == HpccModel.EXACT) {
      set(L2_ACK_INTERVAL, TransportKnobs.ACK_EVERY, interval);
    } else if (interval > 1) {
      warnOfAcksLeftOut(interval);
    }
    if (config.flag(L2_BACK_TO_ZERO)) {
      goBackByChunks();
    }
  }

  /**
   * There a packet is acknowledged if it ends at as many bytes of its flow or beyond, or with a
   * chunk ({@code RdmaHw::ReceiverCheckSeq}); here every packet is.
   */
  private void warnOfAcksLeftOut(long interval) {
    long chunk = config.whole(L2_CHUNK_SIZE);
    long shorter =
        flows.entries().stream()
            .filter(flow -> flow.bytes() < interval && (chunk == 0 || flow.bytes() % chunk != 0))
            .count();
    if (shorter > 0) {
      config.warn(
          L2_ACK_INTERVAL,
          ("%d of %s %s less than the %d bytes at which HPCC ns-3 starts to send ACKs, and never "
                  + "%s")
              .formatted(
                  shorter,
                  CountedNoun.of(flows.entries().size(), "flow"),
                  shorter == 1 ? "has" : "have",
                  interval,
                  shorter == 1 ? "finishes" : "finish"),
          "Headroom acknowledges every packet; write 1 for the same in HPCC ns-3");
    } else if (interval > config.whole(PACKET_PAYLOAD_SIZE)) {
      config.warn(
          L2_ACK_INTERVAL,
          "HPCC ns-3 does not acknowledge the packets of a flow's first " + interval + " bytes",
          "Headroom acknowledges every packet; write 1 for the same in HPCC ns-3");
    } else {
      config.warn(
          L2_ACK_INTERVAL,
          interval + " has no effect in HPCC ns-3 (it is compared with bytes)",
          "every packet is acknowledged; --model exact interprets the value as packets");
    }
  }

  /** {@code RdmaHw::m_backto0}: ACKs count whole chunks, and a loss costs one. */
  private void goBackByChunks() {
    long chunk = config.whole(L2_CHUNK_SIZE);
    long payload = config.whole(PACKET_PAYLOAD_SIZE);
    if (chunk == 0) {
      config.error(L2_BACK_TO_ZERO, "HPCC ns-3 divides by L2_CHUNK_SIZE", "set L2_CHUNK_SIZE too");
      return;
    }
    if (chunk % payload != 0 && model == HpccModel.EXACT) {
      config.warn(
          L2_CHUNK_SIZE,
          chunk + " B are not a whole number of packets",
          "the exact model uses %s packets".formatted(Math.max(1, chunk / mtu())));
    }
    set(L2_CHUNK_SIZE, TransportKnobs.GO_BACK_UNIT, new Size(chunk));
    long stuck = flows.entries().stream().filter(flow -> flow.bytes() % chunk != 0).count();
    if (stuck > 0 && model == HpccModel.HPCC_NS3) {
      config.warn(
          L2_BACK_TO_ZERO,
          "%d of %s %s not a whole number of chunks"
              .formatted(
                  stuck, CountedNoun.of(flows.entries().size(), "flow"), stuck == 1 ? "is" : "are"),
          "such flows never finish, as in HPCC ns-3");
    }
  }

  /** The payload of a packet as it is; in our own framing the path MTU of RoCE that is nearest. */
  private long mtu() {
    long payload = config.whole(PACKET_PAYLOAD_SIZE);
    if (model == HpccModel.HPCC_NS3) {
      return payload;
    }
    long nearest = PATH_MTUS.getFirst();
    for (long mtu : PATH_MTUS) {
      nearest = Math.abs(mtu - payload) < Math.abs(nearest - payload) ? mtu : nearest;
    }
    if (nearest != payload) {
      config.warn(
          PACKET_PAYLOAD_SIZE,
          payload + " B is not a RoCE path MTU",
          "the exact model uses " + nearest + " B");
    }
    return nearest;
  }

  private void window() {
    long bytes = windows.bytes();
    if (bytes > 0) {
      set(TransportKnobs.WINDOW, new Size(bytes));
      set(TransportKnobs.WINDOW_FOLLOWS_RATE, config.flag(VAR_WIN));
    }
    if (model == HpccModel.HPCC_NS3) {
      set(Knobs.named("congestion.hpcc.window", ValueType.SIZE), new Size(bytes));
    }
    set(
        Knobs.named("congestion.hpcc.windowed", ValueType.SWITCH),
        config.flag(HAS_WIN) && config.flag(VAR_WIN));
    set(CongestionKnobs.PACED, config.flag(RATE_BOUND));
  }

  private void congestion(boolean chosen) {
    HpccMode mode = HpccMode.of(config.whole(CC_MODE));
    String algorithm = chosen ? "dcqcn" : mode.algorithm();
    String number = config.whole(CC_MODE) + "";
    if (mode == HpccMode.NONE) {
      config.warn(
          CC_MODE,
          number + " is not a congestion control of HPCC ns-3",
          "no congestion control is used, as in HPCC ns-3");
    } else if (chosen && mode != HpccMode.DCQCN) {
      config.warn(CC_MODE, number + " (" + mode.words() + ") is replaced", "by the value of --set");
    }
    boolean marks = config.flag(ENABLE_QCN);
    set(CongestionKnobs.ECN, marks);
    boolean heeds = marks || mode != HpccMode.DCQCN;
    set(CongestionKnobs.ALGORITHM, heeds ? ControlTypes.get(algorithm) : ControlTypes.NONE);
    controls(mode, chosen);
    if (marks) {
      thresholds();
    }
  }

  /**
   * {@code RdmaHw}'s other modes. What a config says of them is kept for whoever asks for one
   * later.
   */
  private void controls(HpccMode mode, boolean chosen) {
    boolean hpcc = mode == HpccMode.HPCC || mode == HpccMode.HPCC_PINT;
    Rate rateAi = new Rate(config.bitsPerSecond(RATE_AI));
    if (hpcc) {
      set(RATE_AI, Knobs.named("congestion.hpcc.rateAi", ValueType.RATE), rateAi);
    }
    if (hpcc || config.has(U_TARGET)) {
      set(U_TARGET, Knobs.named("congestion.hpcc.eta", ValueType.NUMBER), config.number(U_TARGET));
    }
    if (hpcc || config.has(MI_THRESH)) {
      set(
          MI_THRESH,
          Knobs.named("congestion.hpcc.maxStage", ValueType.WHOLE),
          config.whole(MI_THRESH));
    }
    if (hpcc || config.has(INT_MULTI)) {
      set(
          INT_MULTI,
          Knobs.named("congestion.hpcc.telemetryUnit", ValueType.WHOLE),
          config.whole(INT_MULTI));
    }
    flag(hpcc, FAST_REACT, Knobs.named("congestion.hpcc.fastReact", ValueType.SWITCH));
    flag(hpcc, MULTI_RATE, Knobs.named("congestion.hpcc.perLink", ValueType.SWITCH));
    flag(hpcc, SAMPLE_FEEDBACK, Knobs.named("congestion.hpcc.sampled", ValueType.SWITCH));
    if (mode == HpccMode.HPCC && model == HpccModel.HPCC_NS3 && !chosen) {
      warnOfRatesWithoutCode();
      if (!config.flag(HAS_WIN)) {
        config.warn(
            HAS_WIN,
            "without a window HPCC divides by 0, and its rates then depend on how HPCC ns-3 was "
                + "compiled",
            "the rates are those of x86-64 without extensions; set congestion.hpcc.rateCast to "
                + "avx-512 for -march=native");
      }
    }
    if (hpcc || config.has(PINT_LOG_BASE)) {
      set(
          PINT_LOG_BASE,
          Knobs.named("congestion.pint.base", ValueType.NUMBER),
          config.number(PINT_LOG_BASE));
    }
    if (hpcc || config.has(PINT_PROB)) {
      set(
          PINT_PROB,
          Knobs.named("congestion.pint.probability", ValueType.NUMBER),
          config.number(PINT_PROB));
    }
    if (mode == HpccMode.TIMELY) {
      set(RATE_AI, Knobs.named("congestion.timely.delta", ValueType.RATE), rateAi);
      set(
          RATE_HAI,
          Knobs.named("congestion.timely.hyperDelta", ValueType.RATE),
          new Rate(config.bitsPerSecond(RATE_HAI)));
    }
    if (mode == HpccMode.DCTCP) {
      Rate dctcp = new Rate(config.bitsPerSecond(DCTCP_RATE_AI));
      set(DCTCP_RATE_AI, Knobs.named("congestion.dctcp.rateAi", ValueType.RATE), dctcp);
      set(EWMA_GAIN, Knobs.named("congestion.dctcp.g", ValueType.NUMBER), config.number(EWMA_GAIN));
      set(
          Knobs.named("congestion.dctcp.window", ValueType.SWITCH),
          false); // the transport's is its window
    }
    if (model == HpccModel.HPCC_NS3) {
      set(ControllerKnobs.BASE_RTT, new Time(Math.max(1, windows.baseRttNs()) * 1_000));
    }
  }

  /** {@code IntHop}'s code for rates. */
  private void warnOfRatesWithoutCode() {
    fabric.links().stream()
        .map(Link::rate)
        .filter(rate -> !INT_RATES.contains(rate))
        .distinct()
        .forEach(rate ->
            config.warn(
                TOPOLOGY_FILE,
                "telemetry has no code for links of " + rate,
                "senders receive 25 Gb/s, as in HPCC ns-3; with --model exact they receive the "
                    + "real rate"));
  }

  private void thresholds() {
    TreeSet<Rate> rates = new TreeSet<>();
    for (Link link : fabric.links()) {
      if (!fabric.nodes().get(link.a()).isHost() || !fabric.nodes().get(link.b()).isHost()) {
        rates.add(link.rate());
      }
    }
    set(
        KMIN_MAP,
        CongestionKnobs.KMIN,
        perRate(KMIN_MAP, rates, kb -> new Size(1_000L * kb.longValue())));
    set(
        KMAX_MAP,
        CongestionKnobs.KMAX,
        perRate(KMAX_MAP, rates, kb -> new Size(1_000L * kb.longValue())));
    set(PMAX_MAP, CongestionKnobs.PMAX, perRate(PMAX_MAP, rates, p -> p));
    set(CongestionKnobs.MARKING, MarkingPoint.DEQUEUE);
  }

  private <T> PerRateValue<T> perRate(HpccKey key, Set<Rate> rates, Function<Double, T> value) {
    Map<Long, Double> given = config.byRate(key);
    Map<Rate, T> map = new TreeMap<>();
    given.forEach((bps, v) -> map.put(new Rate(bps), value.apply(v)));
    for (Rate rate : rates) {
      if (!given.containsKey(rate.bps())) {
        config.error(
            key,
            "no entry for links of " + rate,
            "add " + rate.bps() + " and its value: HPCC ns-3 has no default");
      }
    }
    return PerRateValue.of(map.isEmpty() ? Map.of(new Rate(0), value.apply(0.0)) : map);
  }

  /** {@code RdmaHw}'s Mellanox form: timers from the first CNP, no byte counter. */
  private void dcqcn() {
    settings = settings.with(Knobs.get("congestion.form"), "vendor");
    if (config.has(EWMA_GAIN)) {
      set(EWMA_GAIN, Knobs.named("congestion.g", ValueType.NUMBER), config.number(EWMA_GAIN));
    } else if (settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.get("dcqcn")) {
      config.error(
          EWMA_GAIN, "it is missing, and its default in HPCC ns-3 is 0", "write 0.00390625");
    }
    set(Knobs.named("congestion.initialAlpha", ValueType.NUMBER), 1.0);
    set(Knobs.named("congestion.rateOnFirstCnp", ValueType.NUMBER), 1.0);
    set(
        ALPHA_RESUME_INTERVAL,
        Knobs.named("congestion.alphaPeriod", ValueType.TIME),
        micros(ALPHA_RESUME_INTERVAL));
    set(
        RATE_DECREASE_INTERVAL,
        Knobs.named("congestion.decreasePeriod", ValueType.TIME),
        micros(RATE_DECREASE_INTERVAL));
    set(
        Knobs.named("congestion.byteCounter", ValueType.SIZE),
        Size.ZERO); // that simulator has no byte counter
    set(RP_TIMER, Knobs.named("congestion.increaseTimer", ValueType.TIME), micros(RP_TIMER));
    set(
        FAST_RECOVERY_TIMES,
        Knobs.named("congestion.fastRecovery", ValueType.WHOLE),
        config.whole(FAST_RECOVERY_TIMES));
    set(
        RATE_AI,
        Knobs.named("congestion.rateAi", ValueType.RATE),
        new Rate(config.bitsPerSecond(RATE_AI)));
    set(
        RATE_HAI,
        Knobs.named("congestion.rateHai", ValueType.RATE),
        new Rate(config.bitsPerSecond(RATE_HAI)));
    set(
        MIN_RATE,
        Knobs.named("congestion.minRate", ValueType.RATE),
        new Rate(config.bitsPerSecond(MIN_RATE)));
    set(Knobs.named("congestion.clampTarget", ValueType.SWITCH), config.flag(CLAMP_TARGET_RATE));
    set(Knobs.named("congestion.clampTargetAfterIncrease", ValueType.SWITCH), true);
    // Alpha never exceeds 1, so a decrease never leaves less than half.
    set(Knobs.named("congestion.minDecreaseFactor", ValueType.NUMBER), 0.5);
  }

  /** A time in microseconds: cut to whole ones there. */
  private Time micros(HpccKey key) {
    double given = config.number(key);
    Time exact = new Time(Math.round(given * 1e6));
    Time cut = Time.ofMicros((long) Math.min(given, 1e12));
    Time time = model == HpccModel.HPCC_NS3 ? cut : exact;
    if (time.ps() <= 0) {
      if (config.has(key)) {
        config.error(key, given + " us", "write a whole number of microseconds from 1");
      }
      return Time.ofMicros(1);
    }
    if (!time.equals(exact)) {
      config.warn(key, given + " us", "it is cut to " + time + ", as in HPCC ns-3");
    }
    return time;
  }

  private void run() {
    model
        .time(config.text(SIMULATOR_STOP_TIME))
        .ifPresent(ps -> set(SIMULATOR_STOP_TIME, RunKnobs.STOP, new Time(ps)));
  }

  /** What only that simulator does: the preset, and what it works out. */
  private void applyNs3Preset() {
    settings = Presets.named("hpcc-ns3").orElseThrow().settings().with(settings);
    // A flow is one message there; it comes out the same if messages are whole packets and chunks.
    long mtu = settings.get(TransportKnobs.MTU);
    long whole =
        settings
            .find(TransportKnobs.GO_BACK_UNIT)
            .map(chunk -> leastCommonMultiple(chunk.bytes(), mtu))
            .orElse(mtu);
    set(TransportKnobs.MESSAGE_SIZE, new Size(Math.max(1, (1L << 30) / whole) * whole));
    if (flows.groups().size() > 1) {
      set(SwitchKnobs.SCHEDULING, "strict:none packets");
    }
    // Hosts send ACKs before data; whether a pause of their class holds them back is this key. In
    // switches they travel with the data whatever it says. The class there is 3, whatever the
    // data's.
    set(TransportKnobs.ACK_HOST_CLASS, config.flag(ACK_HIGH_PRIO) ? 0L : 3L);
    set(RunKnobs.SHARED_LOSS, Math.min(1, config.number(ERROR_RATE_PER_LINK)));
    buffers
        .overbooked(settings.get(SwitchKnobs.SWITCH_BUFFER))
        .ifPresent(what ->
            config.warn(
                BUFFER_SIZE,
                what,
                "HPCC ns-3 has an unsigned threshold, which wraps around and never pauses; give "
                    + "it more"));
  }

  private static long leastCommonMultiple(long a, long b) {
    long multiple = a;
    while (multiple % b != 0) {
      multiple += a;
    }
    return multiple;
  }

  private void flag(boolean always, HpccKey key, Knob<Boolean> knob) {
    if (always || config.has(key)) {
      set(knob, config.flag(key));
    }
  }

  /** Sets a knob to what a key says, if it is in the knob's range. */
  private <T> void set(HpccKey key, Knob<T> knob, T value) {
    knob.outside(value).ifPresent(what -> config.error(key, what, "stay within it"));
    set(knob, value);
  }

  private <T> void set(Knob<T> knob, T value) {
    settings = settings.with(knob, value);
  }
}
