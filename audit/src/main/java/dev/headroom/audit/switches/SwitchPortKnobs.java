package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.PortSettings;
import dev.headroom.formats.switches.QueueDepth;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Knobs of a switch port. Marks and headroom are those of the class of RDMA's packets, after all
 * references from the port to a profile.
 */
final class SwitchPortKnobs {
  private static final String WATCHDOG = "pfc.watchdog.";
  private static final String ACTION = WATCHDOG + "action";

  /** The cable of the port's link. */
  static final String CABLE = "fabric.links.cable";

  private static final String STRICT = "strict";
  private static final int QUEUES = 8;

  private final SwitchQos qos;
  private final SwitchSettings settings;
  private final SwitchPort port;
  private final int trafficClass;
  private final SettingKnobs to = new SettingKnobs();

  private SwitchPortKnobs(
      SwitchQos qos, SwitchSettings settings, SwitchPort port, int trafficClass) {
    this.qos = qos;
    this.settings = settings;
    this.port = port;
    this.trafficClass = trafficClass;
  }

  /**
   * All knobs of a port.
   *
   * @param trafficClass of RDMA's packets
   */
  static SettingKnobs of(
      SwitchQos qos, SwitchSettings settings, SwitchPort port, int trafficClass) {
    SwitchPortKnobs knobs = new SwitchPortKnobs(qos, settings, port, trafficClass);
    knobs.addAll();
    return knobs.to;
  }

  private void addAll() {
    PortSettings own = settings.port(port.name());
    to.addAll(settings.values());
    to.addAll(own.of(trafficClass));
    own.ofClass().forEach((each, values) -> addOther(each, values, own));
    marking();
    lossless();
    watchdog();
    schedule(own);
    evidence(port.line().mtu())
        .ifPresent(said ->
            to.put(
                new KnobValue(
                    "fabric.switches.mtu",
                    Math.clamp(port.line().mtu().get(), 576, 32_000) + "B",
                    "MTU",
                    said)));
    DscpMap.of(port.classes()::of)
        .ifPresent(map ->
            firstDscp()
                .ifPresent(said ->
                    to.put(
                        new KnobValue(
                            "fabric.switches.dscpMap", map, qos.terms().dscpMap(), said))));
  }

  /** Another lossless class of the port: the simulator has one curve and one headroom for all. */
  private void addOther(int other, List<SettingValue> values, PortSettings own) {
    if (other == trafficClass) {
      return;
    }
    Map<String, String> mine =
        own.ofClass().getOrDefault(trafficClass, List.of()).stream()
            .collect(
                Collectors.toMap(
                    value -> value.setting().name(), SettingValue::written, (_, last) -> last));
    for (SettingValue value : values) {
      if (!value.written().equals(mine.getOrDefault(value.setting().name(), value.written()))) {
        to.notes()
            .add(
                "%s %s of class %d (%s): the simulator has one value for all classes of a port, and takes that of class %d"
                    .formatted(
                        value.setting().name(),
                        value.written(),
                        other,
                        value.evidence().location(),
                        trafficClass));
      }
    }
  }

  private void marking() {
    Optional<WredCurve> curve = port.curve(trafficClass);
    curve.ifPresent(each -> {
      depth("Kmin", each.from());
      depth("Kmax", each.to());
    });
    ReportedValue<Boolean> marks =
        curve.isPresent()
            ? curve.get().marks()
            : qos.marking().isReported()
                ? port.lossless().map(_ -> false)
                : ReportedValue.unreported("marking");
    if (marks.equalTo(false)) {
      evidence(marks)
          .ifPresent(said ->
              to.put(
                  new KnobValue(
                      "congestion.ecn",
                      "false",
                      curve.isPresent()
                          ? curve.get().name() + " does not mark"
                          : "the queue of class " + trafficClass + " has no marking curve",
                      said)));
    }
  }

  private void depth(String what, ReportedValue<QueueDepth> depth) {
    evidence(depth)
        .filter(_ -> !depth.get().isBytes())
        .ifPresent(said ->
            to.notes()
                .add(
                    "%s %s (%s): the simulator has thresholds in bytes"
                        .formatted(what, depth.get().text(), said.location())));
  }

  private void lossless() {
    evidence(port.lossless())
        .ifPresent(said -> {
          SortedSet<Integer> classes = port.lossless().get();
          to.put(
              classes.isEmpty()
                  ? new KnobValue("pfc.enabled", "false", "PFC is off", said)
                  : new KnobValue(
                      "pfc.classes",
                      classes.stream()
                          .filter(each -> each < QUEUES)
                          .map(String::valueOf)
                          .collect(Collectors.joining(",", "[", "]")),
                      "priorities with PFC",
                      said));
        });
  }

  /** On where it looks after RDMA's class; a watchdog whose action is not said drops. */
  private void watchdog() {
    SortedSet<Integer> watched = port.watchdogPriorities().orElse(new TreeSet<>());
    boolean off = port.watchdogPriorities().isReported() && !watched.contains(trafficClass);
    boolean unknown =
        !port.watchdogPriorities().isReported()
            && (qos.isWatchdogKnown() || !to.knobs().containsKey(ACTION));
    if (off || unknown) {
      to.knobs().keySet().removeIf(knob -> knob.startsWith(WATCHDOG));
      return;
    }
    if (!to.knobs().containsKey(ACTION)) {
      evidence(port.watchdogPriorities())
          .ifPresent(said ->
              to.put(
                  new KnobValue(
                      ACTION,
                      "drop",
                      "PFC watchdog on; its action is not in the configuration",
                      said)));
    }
  }

  /** {@code strict:6 dwrr:0=50,3=50}; nothing if no queue has a weight or is strict. */
  private void schedule(PortSettings own) {
    List<String> strict = new ArrayList<>();
    List<String> weights = new ArrayList<>();
    List<Evidence> said = new ArrayList<>();
    for (int queue = 0; queue < QUEUES; queue++) {
      Optional<SettingValue> weight = Optional.ofNullable(own.weights().get(queue));
      String share = weight.flatMap(SettingValue::knobValue).orElse("");
      if (share.equals(STRICT) || port.isStrict(queue).equalTo(true)) {
        strict.add(String.valueOf(queue));
        evidence(port.isStrict(queue))
            .or(() -> weight.map(SettingValue::evidence))
            .ifPresent(said::add);
      } else if (!share.isEmpty()) {
        weights.add(queue + "=" + share);
        weight.map(SettingValue::evidence).ifPresent(said::add);
      }
    }
    if (!said.isEmpty()) {
      to.put(
          new KnobValue(
              "fabric.switches.scheduling",
              "\"strict:"
                  + (strict.isEmpty() ? "none" : String.join(",", strict))
                  + (weights.isEmpty() ? "" : " dwrr:" + String.join(",", weights))
                  + "\"",
              "scheduling of the queues",
              said.getFirst()));
    }
  }

  private Optional<Evidence> firstDscp() {
    for (int dscp = 0; dscp < 64; dscp++) {
      Optional<Evidence> said = evidence(port.classes().of(dscp));
      if (said.isPresent()) {
        return said;
      }
    }
    return Optional.empty();
  }

  private static Optional<Evidence> evidence(ReportedValue<?> value) {
    return value.findEvidence();
  }
}
