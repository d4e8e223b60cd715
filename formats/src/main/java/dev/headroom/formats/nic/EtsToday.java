package dev.headroom.formats.nic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.model.knob.ClassSchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Traffic classes of a NIC today, of each of them or of each priority.
 *
 * @param algorithms {@code ets}, {@code strict} or {@code vendor}
 * @param percent shares; 0 where the algorithm has none
 * @param classes the traffic class of each priority; drivers of NVIDIA have priority 0 in class 1
 *     and priority 1 in class 0 until told otherwise
 * @param limits in Gb/s; 0 for none
 */
record EtsToday(
    List<String> algorithms, List<Integer> percent, List<Integer> classes, List<Integer> limits) {
  /** What nicctl prints of a priority: {@code DWRR 99 N/A}. */
  private static final Pattern SCHEDULE =
      Pattern.compile("(DWRR|[Ss]trict|STRICT) (\\d+|N/A) (\\d+|N/A)");

  /** Keeps copies. */
  EtsToday {
    algorithms = List.copyOf(algorithms);
    percent = List.copyOf(percent);
    classes = List.copyOf(classes);
    limits = List.copyOf(limits);
  }

  /** Empty if the facts do not say all of it. */
  static Optional<EtsToday> of(FactSet facts, Subject netdev, HostQosTool tool) {
    return tool == HostQosTool.NICCTL ? ofNicctl(facts, netdev) : ofClasses(facts, netdev);
  }

  private static Optional<EtsToday> ofClasses(FactSet facts, Subject netdev) {
    List<String> algorithms = new ArrayList<>();
    List<Integer> percent = new ArrayList<>();
    List<Integer> classes = new ArrayList<>();
    for (int i = 0; i < ClassSchedule.CLASSES; i++) {
      Optional<String> kind = facts.text(netdev, "qos.tc." + i + ".tsa").optional();
      Optional<Long> of = facts.number(netdev, "qos.priority." + i + ".tc").optional();
      if (kind.isEmpty() || of.isEmpty()) {
        return Optional.empty();
      }
      algorithms.add(kind.get().strip());
      classes.add(Math.toIntExact(of.get()));
      percent.add(share(facts, netdev, i));
    }
    return Optional.of(new EtsToday(algorithms, percent, classes, none()));
  }

  /** As mlnx_qos and dcb say it, in words or in JSON. */
  private static int share(FactSet facts, Subject netdev, int trafficClass) {
    return Stream.of("qos.tc.%d.share.percent", "dcb.tc-bw.%d", "dcb.tc_bw.%d")
        .flatMap(key -> facts.number(netdev, key.formatted(trafficClass)).optional().stream())
        .findFirst()
        .map(Math::toIntExact)
        .orElse(0);
  }

  /** Priorities that nicctl does not list have no share. */
  private static Optional<EtsToday> ofNicctl(FactSet facts, Subject netdev) {
    List<String> algorithms = new ArrayList<>();
    List<Integer> percent = new ArrayList<>();
    List<Integer> limits = new ArrayList<>();
    boolean known = false;
    for (int i = 0; i < ClassSchedule.CLASSES; i++) {
      Matcher row =
          SCHEDULE.matcher(
              facts.text(netdev, "qos.priority." + i + ".schedule").orElse("DWRR N/A N/A").strip());
      if (!row.matches()) {
        return Optional.empty();
      }
      known |= facts.text(netdev, "qos.priority." + i + ".schedule").isReported();
      algorithms.add(row.group(1).equals("DWRR") ? "ets" : "strict");
      percent.add(amount(row.group(2)));
      limits.add(amount(row.group(3)));
    }
    return known
        ? Optional.of(new EtsToday(algorithms, percent, identity(), limits))
        : Optional.empty();
  }

  private static int amount(String text) {
    return text.equals("N/A") ? 0 : Integer.parseInt(text);
  }

  private static List<Integer> none() {
    return IntStream.range(0, ClassSchedule.CLASSES).mapToObj(_ -> 0).toList();
  }

  private static List<Integer> identity() {
    return IntStream.range(0, ClassSchedule.CLASSES).boxed().toList();
  }

  /** Whether it has these shares, and each priority its own class. */
  boolean has(EtsShares shares) {
    return classes.equals(identity())
        && IntStream.range(0, ClassSchedule.CLASSES)
            .allMatch(i -> {
              boolean strict = shares.schedule().strict().contains(i);
              return algorithms.get(i).equals(strict ? "strict" : "ets")
                  && (strict || percent.get(i).equals(shares.percent().get(i)));
            });
  }

  /** Holes of the tools' commands, as of {@link EtsShares#holes}. */
  Map<String, String> holes() {
    List<Integer> shown =
        IntStream.range(0, ClassSchedule.CLASSES)
            .filter(i -> algorithms.get(i).equals("strict") || percent.get(i) > 0)
            .boxed()
            .toList();
    Map<String, String> holes = new LinkedHashMap<>();
    holes.put("classes", each(",", i -> String.valueOf(classes.get(i))));
    holes.put("classOfEach", each(" ", i -> i + ":" + classes.get(i)));
    holes.put("algorithms", String.join(",", algorithms));
    holes.put("shares", each(",", i -> String.valueOf(percent.get(i))));
    holes.put("algorithmOfEach", each(" ", i -> i + ":" + algorithms.get(i)));
    holes.put("shareOfEach", each(" ", i -> i + ":" + percent.get(i)));
    holes.put("queues", of(shown, String::valueOf));
    holes.put("queueShares", of(shown, i -> String.valueOf(percent.get(i))));
    holes.put("limits", of(shown, i -> String.valueOf(limits.get(i))));
    return holes;
  }

  private static String each(String separator, IntFunction<String> text) {
    return IntStream.range(0, ClassSchedule.CLASSES)
        .mapToObj(text)
        .collect(Collectors.joining(separator));
  }

  private static String of(List<Integer> priorities, IntFunction<String> text) {
    return priorities.stream().map(text::apply).collect(Collectors.joining(","));
  }
}
