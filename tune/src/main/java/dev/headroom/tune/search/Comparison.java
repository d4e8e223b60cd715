package dev.headroom.tune.search;

import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Comparison of the finalists with today's settings under conditions that the search has not seen.
 * The best of many noisy candidates looks better than it is: its known runs were lucky ones. Runs
 * under unseen conditions are free of that bias.
 *
 * <p>The compromise is chosen before these runs, so that its intervals hold together with the
 * confidence of the settings over the objectives (Bonferroni). Those of the other finalists hold
 * together over finalists and objectives.
 */
final class Comparison {
  private final SearchSettings settings;
  private final RunTable table;
  private final Ranking ranking;
  private List<Condition> conditions;

  Comparison(SearchSettings settings, RunTable table, Ranking ranking) {
    this.settings = settings;
    this.table = table;
    this.ranking = ranking;
    conditions = settings.unseen();
  }

  /** The compromise, then the best in each objective; each once. */
  private List<Candidate> chosen(Compromise compromise) {
    Set<Candidate> chosen = new LinkedHashSet<>();
    compromise.find().ifPresent(chosen::add);
    for (int i = 0; i < settings.objectives().size(); i++) {
      if (counts(settings.objectives().get(i))) {
        compromise.bestIn(i).ifPresent(chosen::add);
      }
    }
    return List.copyOf(chosen);
  }

  /**
   * Whether the best in an objective is a finalist. Where all objectives are flat, the candidate
   * that looks best is one, so that its difference shows that it is not better.
   */
  private boolean counts(Objective objective) {
    return !ranking.isFlat(objective) || settings.objectives().stream().allMatch(ranking::isFlat);
  }

  /** Runs the finalists and today's settings, in one batch. */
  List<Finalist> run() {
    Compromise compromise = new Compromise(settings, ranking);
    List<Candidate> chosen = chosen(compromise);
    Set<Candidate> all = new LinkedHashSet<>(List.of(Candidate.TODAY));
    all.addAll(chosen);
    int count = Budget.unseen(settings, table.cost(), all.size());
    conditions = settings.unseen().subList(0, count);
    List<RunRequest> requests = new ArrayList<>();
    for (Candidate candidate : all) {
      for (Condition condition : conditions) {
        requests.add(new RunRequest(candidate, condition, Fidelity.FULL));
      }
    }
    table.run(requests);
    List<Finalist> finalists = new ArrayList<>();
    for (Candidate candidate : chosen) {
      boolean isCompromise = compromise.find().filter(candidate::equals).isPresent();
      finalists.add(finalist(candidate, compromise, isCompromise, chosen.size()));
    }
    return finalists;
  }

  Evaluation today() {
    return table.evaluation(Candidate.TODAY, conditions);
  }

  private Finalist finalist(
      Candidate candidate, Compromise compromise, boolean isCompromise, int finalists) {
    List<Objective> bestOf = new ArrayList<>();
    List<UnseenDifference> differences = new ArrayList<>();
    List<UnseenDifference> byVariant = new ArrayList<>();
    Evaluation unseen = table.evaluation(candidate, conditions);
    double confidence =
        JointConfidence.ofEach(
            settings.confidence(), settings.objectives().size() * (isCompromise ? 1 : finalists));
    List<String> variants = conditions.stream().map(Condition::variant).distinct().toList();
    for (int i = 0; i < settings.objectives().size(); i++) {
      Objective objective = settings.objectives().get(i);
      if (counts(objective) && compromise.bestIn(i).filter(candidate::equals).isPresent()) {
        bestOf.add(objective);
      }
      difference(objective, "", conditions, unseen, confidence).ifPresent(differences::add);
      for (String variant : variants.size() > 1 ? variants : List.<String>of()) {
        List<Condition> some =
            conditions.stream().filter(each -> each.variant().equals(variant)).toList();
        difference(objective, variant, some, unseen, confidence).ifPresent(byVariant::add);
      }
    }
    return new Finalist(
        ranking.ranked(candidate), bestOf, isCompromise, unseen, differences, byVariant);
  }

  private Optional<UnseenDifference> difference(
      Objective objective,
      String variant,
      List<Condition> conditions,
      Evaluation unseen,
      double confidence) {
    List<double[]> pairs = new ArrayList<>();
    for (Condition condition : conditions) {
      Optional<Double> before = today().figure(objective, condition);
      Optional<Double> after = unseen.figure(objective, condition);
      if (before.isPresent() && after.isPresent()) {
        pairs.add(new double[] {before.get(), after.get()});
      }
    }
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    double[] before = pairs.stream().mapToDouble(pair -> pair[0]).toArray();
    double[] after = pairs.stream().mapToDouble(pair -> pair[1]).toArray();
    double mean = mean(before);
    return Optional.of(
        new UnseenDifference(
            objective,
            variant,
            mean,
            mean(after),
            PairedDifference.of(before, after, confidence),
            settings.negligible() * Math.abs(mean)));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The verdict on today's settings. */
  Verdict verdict(List<Finalist> finalists) {
    if (finalists.isEmpty()) {
      return Verdict.NONE_FEASIBLE;
    }
    Finalist compromise = finalists.getFirst();
    boolean todayHolds = ranking.isFeasible(Candidate.TODAY) && today().isFeasible();
    if (!todayHolds && compromise.unseen().isFeasible()) {
      return Verdict.REPAIR;
    }
    if (finalists.stream().anyMatch(Finalist::isImprovement)) {
      return Verdict.ADOPT;
    }
    return finalists.stream().anyMatch(Finalist::isBetter) ? Verdict.TRADE : Verdict.LEAVE_IT;
  }
}
