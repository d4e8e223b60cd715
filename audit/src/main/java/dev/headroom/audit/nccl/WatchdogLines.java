package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.nccl.TorchKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lines of PyTorch's watchdog in the log files of a run, in order. The group of processes stands in
 * the line that follows, with the same rank and number.
 */
final class WatchdogLines {
  private final List<TimedOutRank> waits = new ArrayList<>();

  private WatchdogLines() {}

  /**
   * Waits of the ranks, a list for each time that the job was tried: numbers begin anew with a try,
   * so that a rank whose number falls has been started again.
   */
  static List<List<TimedOutRank>> of(JobLog log) {
    Map<FactSource, TreeMap<Integer, Map<String, Fact>>> lines = new LinkedHashMap<>();
    for (String key : TorchKeys.ALL) {
      for (Fact fact : log.all(key)) {
        lines
            .computeIfAbsent(fact.evidence().source(), _ -> new TreeMap<>())
            .computeIfAbsent(fact.evidence().line(), _ -> new HashMap<>())
            .put(key, fact);
      }
    }
    List<List<TimedOutRank>> tries = new ArrayList<>();
    for (TreeMap<Integer, Map<String, Fact>> file : lines.values()) {
      WatchdogLines read = new WatchdogLines();
      file.values().forEach(read::take);
      read.split(tries);
    }
    return tries;
  }

  private void take(Map<String, Fact> line) {
    String rank = said(line, TorchKeys.RANK);
    String number = said(line, TorchKeys.SEQUENCE);
    String group = said(line, TorchKeys.GROUP);
    Fact collective = line.get(TorchKeys.COLLECTIVE);
    if (rank.isEmpty() || number.isEmpty()) {
      return;
    }
    if (collective != null) {
      waits.add(
          new TimedOutRank(
              Integer.parseInt(rank),
              said(line, TorchKeys.PLACE),
              group,
              Long.parseLong(number),
              collective.value(),
              said(line, TorchKeys.ELEMENTS),
              collective.evidence()));
    } else if (!group.isEmpty()) {
      for (int i = 0; i < waits.size(); i++) {
        if (waits.get(i).group().isEmpty() && waits.get(i).isSameWork(rank, number)) {
          waits.set(i, waits.get(i).withGroup(group));
          return;
        }
      }
    }
  }

  /** Adds the waits of each try to those that other files have of it. */
  private void split(List<List<TimedOutRank>> tries) {
    Map<String, Long> last = new HashMap<>();
    int at = 0;
    for (TimedOutRank wait : waits) {
      String whose = wait.rank() + " " + wait.group();
      if (last.getOrDefault(whose, 0L) > wait.number()) {
        last.clear();
        at++;
      }
      last.put(whose, wait.number());
      while (tries.size() <= at) {
        tries.add(new ArrayList<>());
      }
      tries.get(at).add(wait);
    }
  }

  private static String said(Map<String, Fact> line, String key) {
    Fact fact = line.get(key);
    return fact == null ? "" : fact.value();
  }
}
