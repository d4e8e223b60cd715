package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output of {@code niccli ... qos --ets --show} after commands of the same tool. */
final class LaidNiccli {
  private static final Pattern PFC = Pattern.compile("niccli .* qos --pfc --enable (\\S+)");
  private static final Pattern APP =
      Pattern.compile("niccli .* qos --apptlv --(add|del) --app (\\d),5,(\\d+)");
  private static final int DSCPS = 64;

  private final HostFacts host;
  private final Subject card;
  private final LaidFiles files;

  private LaidNiccli(HostFacts host, Subject card, LaidFiles files) {
    this.host = host;
    this.card = card;
    this.files = files;
  }

  static void lay(HostFacts host, Subject card, List<String> commands, LaidFiles files) {
    LaidNiccli laid = new LaidNiccli(host, card, files);
    Map<Integer, SortedSet<Integer>> entries = laid.entries();
    SortedSet<Integer> changed = new TreeSet<>();
    String paused = "";
    for (String command : commands) {
      Matcher pfc = PFC.matcher(command);
      Matcher app = APP.matcher(command);
      if (pfc.matches()) {
        paused = pfc.group(1);
      } else if (app.matches()) {
        int priority = Integer.parseInt(app.group(2));
        int dscp = Integer.parseInt(app.group(3));
        SortedSet<Integer> own = entries.computeIfAbsent(dscp, _ -> new TreeSet<>());
        if (app.group(1).equals("add")) {
          own.add(priority);
        } else {
          own.remove(priority);
        }
        changed.add(dscp);
      }
    }
    if (!paused.isEmpty()) {
      laid.pfc(paused);
    }
    changed.forEach(dscp -> laid.entry(dscp, entries.getOrDefault(dscp, new TreeSet<>())));
  }

  private List<Fact> facts(int dscp) {
    return host.facts().all(card, "qos.dscp." + dscp + ".priority");
  }

  private Map<Integer, SortedSet<Integer>> entries() {
    Map<Integer, SortedSet<Integer>> entries = new TreeMap<>();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      for (Fact fact : facts(dscp)) {
        if (fact.value().strip().matches("[0-7]")) {
          entries
              .computeIfAbsent(dscp, _ -> new TreeSet<>())
              .add(Integer.valueOf(fact.value().strip()));
        }
      }
    }
    return entries;
  }

  private void pfc(String list) {
    host.facts()
        .first(card, "qos.priority.0.pfc")
        .map(Fact::evidence)
        .ifPresentOrElse(
            line ->
                files.editLine(
                    line,
                    text ->
                        text.replaceFirst(
                            "(PFC enabled:).*",
                            "$1 " + (list.equals("0xFF") ? "none" : list.replace(',', ' ')))),
            this::leave);
  }

  private void leave() {
    files.leave("%s: no output of niccli shows what it is told".formatted(host.name()));
  }

  /** Entries of a DSCP are given its priorities; those that are too many the first one again. */
  private void entry(int dscp, SortedSet<Integer> priorities) {
    List<Integer> all = new ArrayList<>(priorities);
    List<Fact> there = facts(dscp);
    for (int i = 0; i < there.size() && !all.isEmpty(); i++) {
      String priority = String.valueOf(all.get(i < all.size() ? i : 0));
      priorityLine(there.get(i).evidence())
          .ifPresent(line ->
              files.editLine(
                  line, text -> text.replaceFirst("(Priority:\\s*)\\d", "$1" + priority)));
    }
    if (all.size() > there.size()) {
      lastEntry()
          .ifPresentOrElse(
              line -> {
                for (int priority : all.subList(there.size(), all.size())) {
                  files.editLine(line, text -> text + added(dscp, priority));
                }
              },
              this::leave);
    }
  }

  /** The line of an entry's priority: the last before its DSCP. */
  private Optional<Evidence> priorityLine(Evidence dscp) {
    return host
        .facts()
        .firstFactsOf(card, key -> key.startsWith("dcbx.app.") && key.endsWith(".priority"))
        .stream()
        .map(Fact::evidence)
        .filter(each ->
            each.source().equals(dscp.source())
                && each.line() < dscp.line()
                && dscp.line() - each.line() <= 2)
        .findFirst();
  }

  /** The end of the last entry; else the line of PFC, behind which a table of entries begins. */
  private Optional<Evidence> lastEntry() {
    Optional<Evidence> last = Optional.empty();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      for (Fact fact : facts(dscp)) {
        if (last.filter(each -> each.line() > fact.evidence().line()).isEmpty()) {
          last = Optional.of(fact.evidence());
        }
      }
    }
    return last;
  }

  private static String added(int dscp, int priority) {
    return "\n\n         APP#%d:\n          Priority: %d\n          Sel: 5\n          DSCP: %d"
        .formatted(DSCPS + dscp, priority, dscp);
  }
}
