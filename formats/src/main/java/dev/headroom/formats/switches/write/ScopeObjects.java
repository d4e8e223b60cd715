package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.DscpSorter;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Objects of a port that have statements, by scope, with the holes that name them. */
final class ScopeObjects {
  private static final int DSCP_BITS = 6;

  private final SwitchWriter writer;
  private final SwitchWriter.ObjectNames names;
  private final List<String> ports;
  private final String port;
  private final ClassPlan plan;
  private final IntFunction<Map<String, String>> values;

  /**
   * Of one port.
   *
   * @param values texts of the device by hole, for a class
   */
  ScopeObjects(
      SwitchWriter writer,
      SwitchWriter.ObjectNames names,
      List<String> ports,
      String port,
      ClassPlan plan,
      IntFunction<Map<String, String>> values) {
    this.writer = writer;
    this.values = values;
    this.ports = ports;
    this.names = names;
    this.port = port;
    this.plan = plan;
  }

  List<ScopeObject> of(Scope scope) {
    return switch (scope) {
      case SWITCH, PORT -> List.of(whole());
      case CLASS -> plan.losslessAfter().stream().map(this::ofClass).toList();
      case RETIRED -> retired().stream().map(this::ofClass).toList();
      case DSCP -> dscps(plan.changedDscps());
      case PAUSED_DSCP -> dscps(plan.dscps(true));
      case UNPAUSED_DSCP -> dscps(plan.dscps(false));
      case DSCPS -> classes();
      case DSCPS_LEFT -> classes().stream().filter(each -> !each.isRemoved()).toList();
      case EMPTIED -> classes().stream().filter(ScopeObject::isRemoved).toList();
      case SORTER -> sorters().stream().filter(each -> !each.isRemoved()).toList();
      case EMPTIED_SORTER -> sorters().stream().filter(ScopeObject::isRemoved).toList();
      case QUEUE -> queues();
      case SHARE -> shares();
      case STRICT ->
          plan.newlyStrict().stream()
              .map(queue -> object(queue, Map.of("queue", String.valueOf(queue))))
              .toList();
    };
  }

  private SortedSet<Integer> retired() {
    SortedSet<Integer> retired = new TreeSet<>(plan.losslessBefore());
    retired.removeAll(plan.losslessAfter());
    return retired;
  }

  private ScopeObject whole() {
    return object(plan.trafficClass(), Map.of());
  }

  /** Lists of lossless classes: those after, and those before or after; and of ports. */
  private Map<String, String> lists() {
    SortedSet<Integer> both = new TreeSet<>(plan.losslessBefore());
    both.addAll(plan.losslessAfter());
    Map<String, String> holes = new LinkedHashMap<>();
    if (!plan.losslessAfter().isEmpty()) {
      holes.put("pause", list(plan.losslessAfter(), ","));
    }
    if (!both.isEmpty()) {
      holes.put("paused", list(both, ","));
    }
    holes.put("ports", String.join(",", ports));
    return holes;
  }

  private ScopeObject ofClass(int trafficClass) {
    Map<String, String> holes = new LinkedHashMap<>();
    holes.put("class", String.valueOf(trafficClass));
    holes.put("queue", String.valueOf(plan.queue(trafficClass)));
    return object(trafficClass, trafficClass, holes, true, false);
  }

  private ScopeObject object(int number, Map<String, String> holes) {
    return object(plan.trafficClass(), number, holes, true, false);
  }

  private ScopeObject object(
      int trafficClass, int number, Map<String, String> own, boolean gains, boolean isRemoved) {
    int named = own.containsKey("dscp") ? trafficClass : number;
    Map<String, String> holes =
        new LinkedHashMap<>(names.of(port, named, queue(own, named), values.apply(named)));
    Map<String, String> lists = lists();
    holes.replaceAll((_, text) -> StatementForm.fill(text, lists).orElse(text));
    holes.values().removeIf(text -> !StatementForm.holes(text).isEmpty());
    holes.putAll(lists);
    holes.put("port", port);
    holes.putAll(own);
    return new ScopeObject(port, trafficClass, number, holes, gains, isRemoved);
  }

  private int queue(Map<String, String> holes, int number) {
    String named = holes.getOrDefault("queue", "");
    return named.isEmpty() ? plan.queue(number) : Integer.parseInt(named);
  }

  private List<ScopeObject> dscps(SortedMap<Integer, Integer> dscps) {
    List<ScopeObject> all = new ArrayList<>();
    dscps.forEach((dscp, each) ->
        all.add(
            dscp(
                each,
                Map.of(
                    "dscp", String.valueOf(dscp),
                    "bits", bits(dscp),
                    "class", String.valueOf(each)))));
    return all;
  }

  private ScopeObject dscp(int trafficClass, Map<String, String> holes) {
    return object(trafficClass, trafficClass, holes, true, false);
  }

  static String bits(int dscp) {
    String bits = Integer.toBinaryString(dscp);
    return "0".repeat(Math.max(0, DSCP_BITS - bits.length())) + bits;
  }

  private List<ScopeObject> classes() {
    List<ScopeObject> all = new ArrayList<>();
    plan.changedClasses()
        .forEach((each, dscps) -> {
          Map<String, String> holes = new LinkedHashMap<>();
          holes.put("class", String.valueOf(each));
          holes.put("dscps", ranges(dscps));
          holes.put("dscpList", list(dscps, ","));
          holes.put("dscpsSpaced", list(dscps, " "));
          boolean gains = plan.changedDscps().containsValue(each);
          all.add(object(plan.trafficClass(), each, holes, gains, dscps.isEmpty()));
        });
    return all;
  }

  /** Sorters that are not those of classes, and have a DSCP that changes into another class. */
  private List<ScopeObject> sorters() {
    List<ScopeObject> own = classes();
    SortedMap<Integer, Integer> changed = plan.changedDscps();
    List<ScopeObject> all = new ArrayList<>();
    for (DscpSorter each : names.sorters(port)) {
      List<Integer> kept =
          each.dscps().stream()
              .filter(
                  dscp -> changed.getOrDefault(dscp, each.trafficClass()) == each.trafficClass())
              .toList();
      boolean isOwn =
          own.stream().anyMatch(one -> one.holes().entrySet().containsAll(each.holes().entrySet()));
      if (!isOwn && kept.size() < each.dscps().size()) {
        Map<String, String> holes = new LinkedHashMap<>(each.holes());
        holes.putAll(each.emptied());
        holes.put("class", String.valueOf(each.trafficClass()));
        holes.put("dscps", ranges(kept));
        all.add(object(plan.trafficClass(), each.trafficClass(), holes, false, kept.isEmpty()));
      }
    }
    return all;
  }

  private List<ScopeObject> queues() {
    List<ScopeObject> all = new ArrayList<>();
    plan.queues()
        .forEach((each, queue) ->
            all.add(
                object(
                    each, Map.of("class", String.valueOf(each), "queue", String.valueOf(queue)))));
    return all;
  }

  /** What shrinks comes first: a device may refuse shares of more than 100 % in between. */
  private List<ScopeObject> shares() {
    List<ScopeObject> all = new ArrayList<>();
    if (plan.changed(plan.weights()).isEmpty()) {
      return all;
    }
    SortedMap<Integer, Integer> weights =
        writer.hasPercentShares() ? plan.percent() : plan.weights();
    plan.changed(weights).entrySet().stream()
        .sorted(Comparator.comparingInt(each -> plan.growth(each.getKey(), each.getValue())))
        .forEach(each ->
            all.add(
                object(
                    each.getKey(),
                    Map.of(
                        "queue",
                        String.valueOf(each.getKey()),
                        "weight",
                        String.valueOf(each.getValue())))));
    return all;
  }

  /** {@code 0-25,27}. */
  private static String ranges(List<Integer> numbers) {
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < numbers.size(); ) {
      int to = from;
      while (to + 1 < numbers.size() && numbers.get(to + 1) == numbers.get(to) + 1) {
        to++;
      }
      parts.add(
          to - from < 2
              ? list(numbers.subList(from, to + 1), ",")
              : numbers.get(from) + "-" + numbers.get(to));
      from = to + 1;
    }
    return String.join(",", parts);
  }

  private static String list(Iterable<Integer> numbers, String separator) {
    List<Integer> all = new ArrayList<>();
    numbers.forEach(all::add);
    return all.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }
}
