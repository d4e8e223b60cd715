package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which collective each rank waits for, as PyTorch's watchdog says: {@code [Rank 3] Watchdog caught
 * collective operation timeout: WorkNCCL(SeqNum=808, OpType=ALLREDUCE, NumelIn=9801523, ...)}. The
 * line that follows names the process group, within which numbers can be compared: {@code [PG 1
 * Rank 3] Exception ... detected by watchdog at work: 808}.
 */
record RanksWaiting(List<Wait> waits) {
  private static final Pattern WAIT =
      Pattern.compile(
          "\\bRank (\\d{1,6})].*WorkNCCL\\(SeqNum=(\\d{1,15}), OpType=(\\w{1,40})(?:, NumelIn=(\\d{1,15}))?");
  private static final Pattern GROUP =
      Pattern.compile(
          "\\[PG (?:ID \\d+ PG GUID )?(\\S{1,80}) (?:\\S{1,80} )?Rank (\\d{1,6})].*at work[^:]*: (\\d{1,15})");

  /** Those to which every rank brings as much. */
  private static final Pattern EVEN =
      Pattern.compile("ALLREDUCE|BROADCAST|_?REDUCE_SCATTER_BASE|_?ALLGATHER_BASE");

  private static final int MOST_RANKS = 8;

  /**
   * A rank and what it waits for.
   *
   * @param group of processes; blank if nothing says
   * @param elements it brought; blank if nothing says
   */
  private record Wait(int rank, String group, long number, String collective, String elements) {
    private String what() {
      return "number " + number + " (" + collective + ")";
    }
  }

  /**
   * What lines say.
   *
   * @param waited the watchdog's
   * @param states those after them
   */
  static RanksWaiting of(List<Evidence> waited, List<Evidence> states) {
    Map<String, String> groups = new HashMap<>();
    for (Evidence line : states) {
      Matcher state = GROUP.matcher(line.text());
      if (state.find()) {
        groups.put(state.group(2) + " " + state.group(3), state.group(1));
      }
    }
    List<Wait> waits = new ArrayList<>();
    for (Evidence line : waited) {
      Matcher wait = WAIT.matcher(line.text());
      if (wait.find()) {
        waits.add(
            new Wait(
                Integer.parseInt(wait.group(1)),
                groups.getOrDefault(wait.group(1) + " " + wait.group(2), ""),
                Long.parseLong(wait.group(2)),
                wait.group(3),
                Optional.ofNullable(wait.group(4)).orElse("")));
      }
    }
    return new RanksWaiting(waits);
  }

  /** In what ranks of a group differ, in words; empty if in nothing. */
  Optional<String> difference() {
    Map<String, List<Wait>> groups =
        waits.stream()
            .collect(Collectors.groupingBy(Wait::group, TreeMap::new, Collectors.toList()));
    return groups.values().stream()
        .map(this::difference)
        .flatMap(Optional::stream)
        .findFirst()
        .or(this::silent);
  }

  private Optional<String> difference(List<Wait> group) {
    Map<Object, List<Wait>> numbers = by(group, Wait::number);
    if (numbers.size() > 1) {
      return Optional.of("ranks wait for different ones, " + each(numbers, Wait::what));
    }
    Map<Object, List<Wait>> collectives = by(group, Wait::collective);
    if (collectives.size() > 1) {
      return Optional.of("ranks called different ones, " + each(collectives, Wait::what));
    }
    Map<Object, List<Wait>> sizes = by(group, Wait::elements);
    boolean comparable =
        !group.getFirst().group().isEmpty()
            && EVEN.matcher(group.getFirst().collective()).matches();
    return sizes.size() > 1 && comparable
        ? Optional.of(
            "ranks brought different numbers of elements to "
                + group.getFirst().what()
                + ", "
                + each(sizes, Wait::elements))
        : Optional.empty();
  }

  /** Ranks between others that did not say that they wait. */
  private Optional<String> silent() {
    TreeSet<Integer> said =
        waits.stream().map(Wait::rank).collect(Collectors.toCollection(TreeSet::new));
    if (said.size() < 2) {
      return Optional.empty();
    }
    List<Integer> silent =
        IntStream.range(0, said.getLast()).boxed().filter(rank -> !said.contains(rank)).toList();
    return silent.isEmpty() || silent.size() >= said.size()
        ? Optional.empty()
        : Optional.of(
            ranks(said)
                + " wait for "
                + waits.getFirst().what()
                + ", and "
                + ranks(silent)
                + (silent.size() == 1 ? " says" : " say")
                + " nothing of it");
  }

  private static Map<Object, List<Wait>> by(List<Wait> waits, Function<Wait, Object> what) {
    return waits.stream().collect(Collectors.groupingBy(what, TreeMap::new, Collectors.toList()));
  }

  private static String each(Map<Object, List<Wait>> parts, Function<Wait, String> what) {
    return parts.values().stream()
        .map(part ->
            what.apply(part.getFirst())
                + " by "
                + ranks(
                    part.stream().map(Wait::rank).collect(Collectors.toCollection(TreeSet::new))))
        .collect(Collectors.joining(", "));
  }

  private static String ranks(Collection<Integer> ranks) {
    String first =
        ranks.stream().limit(MOST_RANKS).map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ")
        + first
        + (ranks.size() > MOST_RANKS ? " and " + (ranks.size() - MOST_RANKS) + " more" : "");
  }
}
