package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Output of {@code nicctl show qos} after commands of the same tool. */
final class LaidNicctl {
  private static final Pattern PFC =
      Pattern.compile(
          "nicctl update qos (?:-p \\S+ )?pfc --priority (\\d) --no-drop (enable|disable)");
  private static final Pattern DSCP =
      Pattern.compile(
          "nicctl update qos (?:-p \\S+ )?dscp-to-priority --dscp (\\d+) --priority (\\d)");
  private static final Pattern SHARES =
      Pattern.compile(
          "nicctl update qos (?:-p \\S+ )?scheduling --priority (\\S+) --dwrr (\\S+) --rate-limit (\\S+)");
  private static final int PRIORITIES = 8;
  private static final int DSCPS = 64;

  private final HostFacts host;
  private final Subject card;
  private final LaidFiles files;

  private LaidNicctl(HostFacts host, Subject card, LaidFiles files) {
    this.host = host;
    this.card = card;
    this.files = files;
  }

  static void lay(HostFacts host, Subject card, List<String> commands, LaidFiles files) {
    LaidNicctl laid = new LaidNicctl(host, card, files);
    if (laid.lines(key -> key.startsWith("qos.")).isEmpty()) {
      files.leave("%s: no output of nicctl shows what it is told".formatted(host.name()));
      return;
    }
    SortedSet<Integer> paused = laid.paused();
    SortedMap<Integer, Integer> classes = laid.classes();
    boolean isPaused = false;
    boolean isSorted = false;
    for (String command : commands) {
      Matcher pfc = PFC.matcher(command);
      Matcher dscp = DSCP.matcher(command);
      Matcher shares = SHARES.matcher(command);
      if (pfc.matches()) {
        isPaused = true;
        int priority = Integer.parseInt(pfc.group(1));
        paused.remove(priority);
        if (pfc.group(2).equals("enable")) {
          paused.add(priority);
        }
      } else if (dscp.matches()) {
        isSorted = true;
        classes.put(Integer.valueOf(dscp.group(1)), Integer.valueOf(dscp.group(2)));
      } else if (shares.matches()) {
        laid.shares(shares);
      } else if (command.endsWith("--classification-type DSCP")) {
        laid.rows(key -> key.equals("qos.trust"), List.of("  Classification type         : DSCP"));
      }
    }
    if (isPaused) {
      laid.pauses(paused);
    }
    if (isSorted) {
      laid.sorted(classes);
    }
  }

  private SortedSet<Integer> paused() {
    SortedSet<Integer> on = new TreeSet<>();
    for (int i = 0; i < PRIORITIES; i++) {
      if (host.facts().text(card, "qos.priority." + i + ".pfc").matches("1"::equals)) {
        on.add(i);
      }
    }
    return on;
  }

  private SortedMap<Integer, Integer> classes() {
    SortedMap<Integer, Integer> classes = new TreeMap<>();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      int number = dscp;
      host.facts()
          .number(card, "qos.dscp." + dscp + ".priority")
          .optional()
          .ifPresent(priority -> classes.put(number, Math.toIntExact(priority)));
    }
    return classes;
  }

  private List<Evidence> lines(Predicate<String> keys) {
    return host.facts().firstFactsOf(card, keys).stream()
        .map(Fact::evidence)
        .distinct()
        .sorted(Comparator.comparingInt(Evidence::line))
        .toList();
  }

  /** Rows in place of those that say facts: all of them in the first line, none in the others. */
  private void rows(Predicate<String> keys, List<String> rows) {
    List<Evidence> there = lines(keys);
    if (there.isEmpty()) {
      files.leave("%s: nicctl's output lacks %s".formatted(host.name(), rows.getFirst().strip()));
    }
    for (int i = 0; i < there.size(); i++) {
      String text = i == 0 ? String.join("\n", rows) : "";
      files.editLine(there.get(i), _ -> text);
    }
  }

  private void pauses(SortedSet<Integer> on) {
    int bits = on.stream().mapToInt(each -> 1 << each).sum();
    rows(
        key -> key.equals("nicctl.pfc-bitmap"),
        List.of("    PFC priority bitmap       : 0x" + Integer.toHexString(bits)));
    String list = on.stream().map(String::valueOf).collect(Collectors.joining(", "));
    rows(
        key -> key.equals("nicctl.pfc-no-drop-priorities"),
        List.of("    PFC no-drop priorities    : " + (list.isEmpty() ? "none" : list)));
  }

  private void sorted(SortedMap<Integer, Integer> classes) {
    Map<Integer, List<String>> byPriority = new TreeMap<>();
    classes.forEach((dscp, priority) ->
        byPriority.computeIfAbsent(priority, _ -> new ArrayList<>()).add(String.valueOf(dscp)));
    List<String> rows = new ArrayList<>();
    byPriority.forEach((priority, dscps) ->
        rows.add(
            "    DSCP                      : %s ==> priority : %d"
                .formatted(PortRanges.of(dscps).replace(" to ", "-"), priority)));
    rows(key -> key.matches("qos\\.dscp\\.\\d+\\.priority"), rows);
    host.facts()
        .all(card, "nicctl.dscp-bitmap")
        .forEach(fact -> files.editLine(fact.evidence(), _ -> ""));
  }

  private void shares(Matcher command) {
    String[] priorities = command.group(1).split(",");
    String[] percent = command.group(2).split(",");
    String[] limits = command.group(3).split(",");
    Map<String, String> rows = new LinkedHashMap<>();
    for (int i = 0; i < priorities.length; i++) {
      boolean isStrict = !limits[i].equals("0");
      rows.put(
          priorities[i],
          "    %-9s %-11s %-9s %s"
              .formatted(
                  priorities[i],
                  isStrict ? "strict" : "DWRR",
                  isStrict ? "N/A" : percent[i],
                  isStrict ? limits[i] : "N/A"));
    }
    rows(key -> key.matches("qos\\.priority\\.\\d\\.schedule"), List.copyOf(rows.values()));
  }
}
