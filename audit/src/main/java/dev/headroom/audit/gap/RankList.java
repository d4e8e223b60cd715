package dev.headroom.audit.gap;

import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * List of ranks above a table of nccl-tests: the participants of that run. A log may have several
 * runs, each with its own.
 *
 * @param counts GPUs of each host, in the order of ranks
 * @param ranks by the greatest number that is listed; 0 without a list
 * @param listed how many of them are; of a long list often only the end is kept
 * @param devices by the greatest number of a GPU in its host
 * @param gpu what the ranks call their GPU; blank without a list
 */
record RankList(Map<String, Integer> counts, int ranks, int listed, int devices, String gpu) {
  private static final Pattern DEVICE =
      Pattern.compile("\\bon\\s+(\\S+)\\s+device\\s+(\\d{1,4})\\s*(?:\\[[^\\]]*]\\s*)?(.*)");

  private static final Pattern RANK = Pattern.compile("test (\\d{1,7})");

  /** The list that a table stands below; where none does, all that these say of ranks. */
  static RankList above(FactSet facts, Point first) {
    List<Fact> said = new ArrayList<>();
    for (Subject rank : facts.subjects(SubjectKind.RANK)) {
      if (RANK.matcher(rank.name()).matches()) {
        said.addAll(facts.all(rank, "device"));
      }
    }
    said.sort(Comparator.comparingInt((Fact fact) -> fact.evidence().line()).reversed());
    Map<Integer, Fact> list = new TreeMap<>();
    for (Fact fact : said) {
      boolean isDone = list.containsKey(0) || list.containsKey(number(fact));
      if (stands(fact, first) && !isDone) {
        list.put(number(fact), fact);
      } else if (isDone) {
        break; // what stands above is another run's
      }
    }
    if (list.isEmpty()) {
      said.forEach(fact -> list.put(number(fact), fact));
    }
    return of(list);
  }

  private static boolean stands(Fact fact, Point first) {
    return fact.evidence().source().equals(first.evidence().source())
        && fact.evidence().line() < first.evidence().line();
  }

  private static int number(Fact fact) {
    Matcher rank = RANK.matcher(fact.subject().name());
    return rank.matches() ? Integer.parseInt(rank.group(1)) : 0;
  }

  private static RankList of(Map<Integer, Fact> list) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    String gpu = "";
    int ranks = 0;
    int listed = 0;
    int devices = 0;
    for (Map.Entry<Integer, Fact> each : list.entrySet()) {
      Matcher on = DEVICE.matcher(each.getValue().value());
      if (on.find()) {
        counts.merge(on.group(1), 1, Integer::sum);
        devices = Math.max(devices, Integer.parseInt(on.group(2)) + 1);
        gpu = on.group(3).strip();
        listed++;
        ranks = Math.max(ranks, each.getKey() + 1);
      }
    }
    return new RankList(counts, ranks, listed, devices, gpu);
  }

  /** Whether every rank is listed. */
  boolean isWhole() {
    return listed == ranks;
  }

  /** GPUs of each host, in the middle if not all have as many; 0 without a list. */
  int perHost() {
    return isWhole() ? listed / Math.max(1, counts.size()) : devices;
  }

  /** Whether all hosts have as many, as far as one can tell. */
  boolean isEven() {
    Set<Integer> numbers = new HashSet<>(counts.values());
    return !isWhole() || numbers.size() <= 1;
  }

  /** The hosts in the order of ranks; none if the list is not whole. */
  List<String> hosts() {
    return isWhole() ? List.copyOf(counts.keySet()) : List.of();
  }
}
