package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Collectives that ranks timed out on, by PyTorch's watchdog, one process group after the other.
 * Numbers of different groups are not comparable.
 *
 * @param groups of one rank each the earliest it waits for; a group without a name is of ranks of
 *     which no such line was read
 */
record RanksWaiting(List<List<TimedOutRank>> groups) {
  /** Those to which every rank brings as much. */
  private static final Pattern EVEN =
      Pattern.compile("ALLREDUCE|BROADCAST|_?REDUCE_SCATTER_BASE|_?ALLGATHER_BASE");

  private static final int MOST_RANKS = 8;

  /**
   * In what ranks differ.
   *
   * @param words that say so
   * @param seen the lines of those that are fewer
   */
  record Difference(String words, List<Evidence> seen) {}

  static RanksWaiting of(JobLog log) {
    return new RanksWaiting(
        WatchdogLines.of(log).stream().flatMap(each -> groups(each).stream()).toList());
  }

  /** Of one try of a job. */
  private static List<List<TimedOutRank>> groups(List<TimedOutRank> waits) {
    Map<String, Map<Integer, TimedOutRank>> groups = new TreeMap<>();
    for (TimedOutRank wait : waits) {
      groups
          .computeIfAbsent(wait.group(), _ -> new TreeMap<>())
          .merge(wait.rank(), wait, (one, other) -> one.number() <= other.number() ? one : other);
    }
    joinUnnamed(groups);
    return groups.values().stream()
        .map(ranks -> List.copyOf(ranks.values()))
        .filter(group -> group.size() > 1)
        .filter(group -> groups.size() == 1 || !group.getFirst().group().isEmpty())
        .filter(RanksWaiting::mayBeOne)
        .toList();
  }

  /**
   * Makes one unnamed group of ranks whose group stands in no line, and of those of the only group
   * that is named: the line that names it is often cut off, above all of the last rank.
   */
  private static void joinUnnamed(Map<String, Map<Integer, TimedOutRank>> groups) {
    Map<Integer, TimedOutRank> unnamed = groups.get("");
    if (unnamed == null || groups.size() != 2) {
      return;
    }
    for (Map.Entry<String, Map<Integer, TimedOutRank>> group : Map.copyOf(groups).entrySet()) {
      Map<Integer, TimedOutRank> named = group.getValue();
      if (!group.getKey().isEmpty() && named.keySet().stream().noneMatch(unnamed::containsKey)) {
        named.forEach((rank, wait) -> unnamed.put(rank, wait.withGroup("")));
        groups.remove(group.getKey());
      }
    }
  }

  /** Two ranks with the same place are of two groups. */
  private static boolean mayBeOne(List<TimedOutRank> group) {
    List<String> places =
        group.stream().map(TimedOutRank::place).filter(each -> !each.isEmpty()).toList();
    return places.stream().distinct().count() == places.size();
  }

  /** In what ranks of a group differ; empty if in nothing. */
  Optional<Difference> difference() {
    return groups.stream()
        .map(RanksWaiting::difference)
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> groups.stream().map(RanksWaiting::silent).flatMap(Optional::stream).findFirst());
  }

  private static Optional<Difference> difference(List<TimedOutRank> group) {
    boolean named = !group.getFirst().group().isEmpty();
    String unless = named ? "" : ", if they are of one process group";
    Map<Object, List<TimedOutRank>> numbers = by(group, TimedOutRank::number);
    if (numbers.size() > 1) {
      return told(
          "ranks wait for different collectives, ", numbers, TimedOutRank::description, unless);
    }
    Map<Object, List<TimedOutRank>> collectives = by(group, TimedOutRank::collective);
    if (collectives.size() > 1) {
      return told(
          "ranks called different collectives, ", collectives, TimedOutRank::description, unless);
    }
    TimedOutRank first = group.getFirst();
    Map<Object, List<TimedOutRank>> sizes = by(group, TimedOutRank::elements);
    return sizes.size() > 1 && named && EVEN.matcher(first.collective()).matches()
        ? told(
            "ranks passed different numbers of elements to " + first.description() + ", ",
            sizes,
            TimedOutRank::elements,
            "")
        : Optional.empty();
  }

  /** Ranks between others of their group that did not say that they wait. */
  private static Optional<Difference> silent(List<TimedOutRank> group) {
    List<Integer> places =
        group.stream()
            .map(TimedOutRank::place)
            .filter(each -> !each.isEmpty())
            .map(Integer::valueOf)
            .sorted()
            .toList();
    if (places.size() < group.size()) {
      return Optional.empty();
    }
    List<Integer> silent =
        IntStream.range(0, places.getLast())
            .boxed()
            .filter(each -> !places.contains(each))
            .toList();
    return silent.isEmpty() || silent.size() >= places.size()
        ? Optional.empty()
        : Optional.of(
            new Difference(
                ranks(group.stream().map(TimedOutRank::rank).toList())
                    + " wait for "
                    + group.getFirst().description()
                    + ", and "
                    + ranks(silent)
                    + (silent.size() == 1 ? " of that group does" : " of that group do")
                    + " not in the log that was read",
                List.of()));
  }

  private static Map<Object, List<TimedOutRank>> by(
      List<TimedOutRank> waits, Function<TimedOutRank, Object> what) {
    return waits.stream().collect(Collectors.groupingBy(what, TreeMap::new, Collectors.toList()));
  }

  private static Optional<Difference> told(
      String words,
      Map<Object, List<TimedOutRank>> parts,
      Function<TimedOutRank, String> what,
      String unless) {
    String each =
        parts.values().stream()
            .map(part ->
                what.apply(part.getFirst())
                    + " by "
                    + ranks(part.stream().map(TimedOutRank::rank).toList()))
            .collect(Collectors.joining(", "));
    List<List<TimedOutRank>> fewest = new ArrayList<>(parts.values());
    fewest.sort(Comparator.comparingInt(List::size));
    return Optional.of(
        new Difference(
            words + each + unless,
            fewest.getFirst().stream().map(TimedOutRank::evidence).toList()));
  }

  private static String ranks(Collection<Integer> ranks) {
    String first =
        ranks.stream().limit(MOST_RANKS).map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ")
        + first
        + (ranks.size() > MOST_RANKS ? " and " + (ranks.size() - MOST_RANKS) + " more" : "");
  }
}
