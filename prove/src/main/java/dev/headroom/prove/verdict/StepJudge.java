package dev.headroom.prove.verdict;

import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.verdict.CounterRule.Group;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Judge of one step: what all steps have in common. {@link Judge} adds what is special to each. Not
 * thread-safe.
 */
final class StepJudge {
  private final Step step;

  private final RunLedger run;
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();

  StepJudge(Step step, RunLedger run) {
    this.step = step;
    this.run = run;
  }

  StepVerdict verdict() {
    return new StepVerdict(
        step, findings, facts, run.links().stream().map(link -> link.target().name()).toList());
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that is not here
  void fact(String text, Object... values) {
    facts.add(String.format(Locale.ROOT, text, values));
  }

  void add(Finding finding) {
    findings.add(finding);
  }

  void fail(LinkLedger link, String what, String found, String limit, String source) {
    fail(Finding.BOTH, link, what, found, limit, source);
  }

  void fail(
      Set<Level> levels, LinkLedger link, String what, String found, String limit, String source) {
    add(new Finding(levels, Verdict.FAIL, link.target().name(), what, found, limit, source));
  }

  void whole(Verdict verdict, String what, String found, String limit) {
    add(new Finding(Finding.BOTH, verdict, "", what, found, limit, ""));
  }

  /**
   * Whether the step was done to its end; if not, it says so.
   *
   * @return whether there is anything to judge
   */
  boolean wasDone() {
    int planned = run.slices(step).size();
    if (planned == 0) {
      whole(Verdict.NOT_EXERCISED, "the step", "the plan leaves it out", "a duration in the plan");
      return false;
    }
    long done =
        run.slices(step).stream().filter(slice -> run.ended().containsKey(slice.name())).count();
    if (done < planned) {
      whole(Verdict.ABORTED, "slices", "%d of %d are done".formatted(done, planned), "all of them");
    }
    return done > 0;
  }

  /** Slices without a result: something was wrong with the link or its host. */
  void judgeProblems() {
    for (LinkLedger link : run.links()) {
      link.problems(step)
          .forEach((problem, times) ->
              fail(
                  link,
                  "traffic",
                  problem + " (" + CountedNoun.of(times, "slice") + ")",
                  "a result each",
                  ""));
    }
  }

  /** Whether each link carried enough; only what a counter of the cable says counts. */
  void judgeExercise() {
    boolean isWithinMachine =
        run.ended(step).stream().anyMatch(end -> end.measures().containsKey("within_machine"));
    if (isWithinMachine) {
      whole(
          Verdict.NOT_EXERCISED,
          "use of the cable",
          "traffic between addresses of one machine does not leave it: no cable was exercised",
          "a peer behind the cable");
      return;
    }
    for (LinkLedger link : run.links()) {
      CounterTotals totals = link.of(step);
      if (!totals.knowsCable()) {
        add(
            new Finding(
                Finding.BOTH,
                Verdict.NOT_MEASURABLE,
                link.target().name(),
                "use of the cable",
                "no counter of the port says what it carried",
                "tx_bytes_phy or port_xmit_data",
                ""));
        if (totals.loopedBytes() > 0) {
          add(looped(link, totals));
        }
        continue;
      }
      double most = link.target().rate().bps() / 8.0 * totals.seconds() * 2;
      double share = most > 0 ? totals.cableBytes() / most : 0;
      if (totals.loopedBytes() > totals.cableBytes() / 2) {
        add(looped(link, totals));
      } else if (share < Limits.EXERCISED_SHARE && step != Step.PULSE) {
        add(
            new Finding(
                Finding.BOTH,
                Verdict.NOT_EXERCISED,
                link.target().name(),
                "use of the cable",
                percent(share) + " of its rate on average",
                "at least 50 %",
                "imbue cluster-health"));
      }
    }
  }

  private static Finding looped(LinkLedger link, CounterTotals totals) {
    return new Finding(
        Finding.BOTH,
        Verdict.NOT_EXERCISED,
        link.target().name(),
        "use of the cable",
        "%.3g bytes were turned round inside the NIC: the cable was not exercised"
            .formatted(totals.loopedBytes()),
        "a peer behind the cable, or a loopback plug",
        "Linux, mlx5 counters: vport_loopback_bytes");
  }

  /** Counters of the step's groups, over the step or over the whole run. */
  void judgeCounters(boolean wholeRun) {
    Set<String> blamed = blamed(wholeRun);
    for (LinkLedger link : run.links()) {
      CounterTotals totals = wholeRun ? link.whole() : link.of(step);
      double bits = 8 * totals.cableBytes();
      Map<Group, Boolean> known = new EnumMap<>(Group.class);
      for (CounterRule rule : CounterRule.ALL) {
        if (!rule.group().isOf(step)) {
          continue;
        }
        known.merge(rule.group(), totals.has(rule.counter()), Boolean::logicalOr);
        long grown = totals.of(rule.counter());
        if (grown == 0) {
          continue;
        }
        boolean isOthers =
            rule.group() == Group.RETRANSMISSION && !blamed.contains(link.target().name());
        if (isOthers) {
          continue;
        }
        long most = rule.standard().most(bits, totals.seconds());
        fail(
            grown > most ? Finding.BOTH : EnumSet.of(Level.ARTICLE),
            link,
            rule.counter(),
            "%,d %s".formatted(grown, rule.meaning()),
            rule.standard() == Allowance.NONE
                ? "0"
                : "article: 0; standard: %,d (%s)".formatted(most, rule.standard().words()),
            rule.source());
      }
      known.forEach((group, isKnown) -> {
        if (!isKnown) {
          add(
              new Finding(
                  Finding.BOTH,
                  Verdict.NOT_MEASURABLE,
                  link.target().name(),
                  group.words(),
                  "no counter tells of them",
                  "a counter that can be read",
                  ""));
        }
      });
    }
  }

  /**
   * Links to blame for retransmissions: first those whose own port counts damage or losses of the
   * link, which explain all that they take part in. Of the rest, a damaged link has them with all
   * its peers, and its peers with it alone: the link with the most peers explains all that it takes
   * part in, and so on.
   */
  private Set<String> blamed(boolean wholeRun) {
    Map<String, Map<String, Long>> graph = new TreeMap<>();
    for (LinkLedger link : run.links()) {
      for (Step each : Step.values()) {
        if (wholeRun || each == step) {
          link.resentByPeer(each)
              .forEach((peer, count) -> {
                String name = link.target().name();
                graph.computeIfAbsent(name, _ -> new HashMap<>()).merge(peer, count, Long::sum);
                graph.computeIfAbsent(peer, _ -> new HashMap<>()).merge(name, count, Long::sum);
              });
        }
      }
    }
    Set<String> blamed = new TreeSet<>();
    for (LinkLedger link : run.links()) {
      String name = link.target().name();
      if (graph.containsKey(name) && isDamaged(wholeRun ? link.whole() : link.of(step))) {
        blamed.add(name);
        clear(graph, name);
      }
    }
    while (true) {
      String worst = "";
      for (Map.Entry<String, Map<String, Long>> each : graph.entrySet()) {
        if (worst.isEmpty() || isWorse(each.getValue(), graph.getOrDefault(worst, Map.of()))) {
          worst = each.getKey();
        }
      }
      if (worst.isEmpty()) {
        break;
      }
      Map<String, Long> peers = graph.getOrDefault(worst, Map.of());
      if (peers.size() == 1) { // it may be either of the two
        blamed.addAll(peers.keySet());
      } else if (!peers.isEmpty()) {
        fact(
            "Retransmissions of %s are with %d peers, so its link is named and not theirs.",
            worst, peers.size());
      }
      blamed.add(worst);
      clear(graph, worst);
    }
    return blamed;
  }

  /** Whether a port itself tells of damage: its peers cannot be the cause. */
  private static boolean isDamaged(CounterTotals totals) {
    return CounterRule.ALL.stream()
        .filter(rule -> rule.group() == Group.DAMAGE || rule.group() == Group.LINK)
        .anyMatch(rule -> totals.of(rule.counter()) > 0);
  }

  private static void clear(Map<String, Map<String, Long>> graph, String name) {
    graph.remove(name);
    graph.values().forEach(others -> others.remove(name));
    graph.values().removeIf(Map::isEmpty);
  }

  private static boolean isWorse(Map<String, Long> one, Map<String, Long> other) {
    int byPeers = Integer.compare(one.size(), other.size());
    return byPeers > 0
        || (byPeers == 0
            && one.values().stream().mapToLong(Long::longValue).sum()
                > other.values().stream().mapToLong(Long::longValue).sum());
  }

  /** A share as a report shows it. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
