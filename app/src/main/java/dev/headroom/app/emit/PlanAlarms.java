package dev.headroom.app.emit;

import dev.headroom.audit.emit.DeviceEmission;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writer of {@code alarms.yml}: rules for Prometheus whose thresholds are the emitted ones. They go
 * beside those of {@code headroom watch rules}, whose thresholds no setting moves, and are for the
 * series of {@code headroom watch --switches}.
 */
final class PlanAlarms {
  private static final Pattern CLASS = Pattern.compile("([0-7])(?:\\D.*)?");
  private static final String USUAL_CLASS = "3";

  /** Of the headroom that is set: what is beyond it drops. */
  private static final double MOST_HEADROOM = 0.9;

  private static final String HEAD =
      """
      # Alarms whose thresholds are the settings of this plan. They need the series of headroom watch
      # --switches, and go beside the rules of headroom watch rules. For Prometheus 2.42 or later.
      groups:
      - name: headroom-emitted
        rules:
      """;

  private PlanAlarms() {}

  /** The file; empty if the plan sets no threshold of a switch. */
  static Optional<String> of(EmitPlan plan) {
    TreeMap<String, TreeSet<String>> rules = new TreeMap<>();
    for (DeviceEmission device : plan.devices()) {
      if (device.isSwitch()) {
        rules(device)
            .forEach(
                rule -> rules.computeIfAbsent(rule, _ -> new TreeSet<>()).add(device.device()));
      }
    }
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(HEAD);
    rules.forEach((rule, devices) -> text.append(rule.replace("@HOSTS@", matcher(devices))));
    return Optional.of(text.toString());
  }

  /** Those of a device, with a mark where its name stands. */
  private static List<String> rules(DeviceEmission device) {
    String lossless =
        wanted(device, "pfc.classes")
            .map(CLASS::matcher)
            .filter(Matcher::matches)
            .map(match -> match.group(1))
            .orElse(USUAL_CLASS);
    List<String> rules = new ArrayList<>();
    bytes(device, "congestion.kmax").ifPresent(kmax -> rules.add(beyondMarking(lossless, kmax)));
    bytes(device, "pfc.headroom").ifPresent(room -> rules.add(headroomUsed(lossless, room)));
    return rules;
  }

  /** Watermarks tell the most since they were cleared: they count while they grow. */
  private static String beyondMarking(String lossless, long kmax) {
    String queue =
        "headroom_switch_queue_watermark_bytes{host=~\"@HOSTS@\",queue=\"UC%s\"}"
            .formatted(lossless);
    return rule(
        "EmittedMarkingExceeded",
        "warning",
        "%s > %d and delta(%s[15m]) > 0".formatted(queue, kmax, queue),
        "queue {{ $labels.queue }} of {{ $labels.device }} held {{ $value }} bytes",
        "The emitted kmax is %d bytes: beyond it every packet is marked. Senders do not slow down."
            .formatted(kmax),
        "look for senders without CNPs: headroom watch names EcnMarkedButNoCnp and CnpIgnored");
  }

  private static String headroomUsed(String lossless, long room) {
    String group =
        "headroom_switch_headroom_watermark_bytes{host=~\"@HOSTS@\",group=\"%s\"}"
            .formatted(lossless);
    return rule(
        "EmittedHeadroomNearlyUsed",
        "critical",
        "%s > %d and delta(%s[15m]) > 0".formatted(group, (long) (MOST_HEADROOM * room), group),
        "priority group {{ $labels.group }} of {{ $labels.device }} used {{ $value }} bytes of its"
            + " headroom",
        "The emitted headroom is %d bytes: what comes beyond it is dropped.".formatted(room),
        "compare it with the length of the cable: headroom calc pfc-headroom");
  }

  private static String rule(
      String name, String severity, String condition, String says, String cause, String fix) {
    return """
      - alert: %s
        expr: '%s'
        keep_firing_for: 10m
        labels:
          severity: %s
        annotations:
          summary: '{{ $labels.host }}: %s'
          cause: '%s'
          fix: '%s'
    """
        .formatted(name, condition, severity, says, cause, fix);
  }

  private static OptionalLong bytes(DeviceEmission device, String knob) {
    Optional<String> text = wanted(device, knob);
    try {
      return text.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Size.parse(text.get()).bytes());
    } catch (UnitException e) {
      return OptionalLong.empty(); // a value by rate of the port is no single threshold
    }
  }

  private static Optional<String> wanted(DeviceEmission device, String knob) {
    return device.changes().stream()
        .filter(change -> change.knob().equals(knob) && !change.isRefused())
        .map(DeviceChange::wanted)
        .findFirst();
  }

  /** Names as a regular expression. */
  private static String matcher(SortedSet<String> devices) {
    List<String> names = new ArrayList<>();
    for (String device : devices) {
      names.add(device.replaceAll("[^A-Za-z0-9_-]", ".")); // any sign: a name may have quotes
    }
    return String.join("|", names);
  }
}
