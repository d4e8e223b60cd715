package dev.headroom.tune.search;

import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Confirmation of the finalist that looks best. Which one that is, the runs of the finalists say,
 * which so flatter it; the confirmation has conditions of its own.
 *
 * <p>The conditions double from look to look, until the intervals decide or the budget ends. The
 * number of looks is fixed before the first, and all their intervals hold together (Bonferroni over
 * looks and objectives), so that looking often does not make an error more likely.
 */
final class Confirming {
  /** Fewest conditions of a look. */
  private static final int LEAST = 8;

  private static final int MOST_LOOKS = 3;

  private final SearchSettings settings;
  private final RunTable table;

  Confirming(SearchSettings settings, RunTable table) {
    this.settings = settings;
    this.table = table;
  }

  /**
   * The finalist to confirm: of those that seem to gain in an objective without harm in another the
   * one that is better in most objectives, then the one that gains most; else the one that gains
   * most in a single objective, else the compromise. Empty if all are today's settings or fail.
   *
   * @param todayHolds whether today's settings satisfy all constraints; if not, the compromise is
   *     preferred
   */
  static Optional<Finalist> nominee(List<Finalist> finalists, boolean todayHolds) {
    List<Finalist> able =
        finalists.stream()
            .filter(each -> !each.candidate().candidate().isToday() && each.unseen().isFeasible())
            .toList();
    Optional<Finalist> first = able.stream().filter(Finalist::compromise).findFirst();
    if (!todayHolds) {
      return first.or(() -> able.stream().findFirst());
    }
    return able.stream()
        .filter(Finalist::isPromising)
        .max(Comparator.comparingLong(Finalist::betterIn).thenComparingDouble(Finalist::gain))
        .or(() ->
            able.stream()
                .filter(each -> each.greatestGain() > SearchSettings.NEGLIGIBLE)
                .max(Comparator.comparingDouble(Finalist::greatestGain)))
        .or(() -> first)
        .or(() -> able.stream().findFirst());
  }

  /**
   * Runs a candidate beside today's settings.
   *
   * @param conditions all that the budget allows, one or more
   * @param todayHolds whether today's settings satisfy all constraints; if not, one look tells
   *     whether the candidate does
   */
  Confirmation run(Candidate candidate, List<Condition> conditions, boolean todayHolds) {
    List<Integer> looks = looks(conditions.size(), settings.variants());
    double confidence =
        JointConfidence.ofEach(settings.confidence(), settings.objectives().size() * looks.size());
    Confirmation found =
        look(candidate, conditions.subList(0, looks.getFirst()), confidence, conditions.size());
    for (int count : looks.subList(1, looks.size())) {
      if (!todayHolds || found.isDecided()) {
        break;
      }
      found = look(candidate, conditions.subList(0, count), confidence, conditions.size());
    }
    return found;
  }

  /** Conditions of each look: half as many as in the next, each variant with as many seeds. */
  static List<Integer> looks(int most, int variants) {
    Deque<Integer> looks = new ArrayDeque<>();
    int count = most;
    while (looks.size() < MOST_LOOKS && count >= (looks.isEmpty() ? 1 : LEAST)) {
      looks.addFirst(count);
      count = count / 2 / variants * variants;
    }
    return List.copyOf(looks);
  }

  private Confirmation look(
      Candidate candidate, List<Condition> conditions, double confidence, int most) {
    List<RunRequest> requests = new ArrayList<>();
    for (Condition condition : conditions) {
      requests.add(new RunRequest(Candidate.TODAY, condition, Fidelity.FULL));
      requests.add(new RunRequest(candidate, condition, Fidelity.FULL));
    }
    table.run(requests);
    Evaluation today = table.evaluation(Candidate.TODAY, conditions);
    Evaluation chosen = table.evaluation(candidate, conditions);
    List<UnseenDifference> differences = new ArrayList<>();
    for (Objective objective : settings.objectives()) {
      UnseenDifference.of(
              objective, "", conditions, today, chosen, confidence, settings.negligible())
          .ifPresent(differences::add);
    }
    return new Confirmation(candidate, today, chosen, differences, most);
  }
}
