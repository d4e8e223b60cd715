package dev.headroom.tune.search;

import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Comparison of the finalists with today's settings under conditions that the search has not seen.
 * The best of many noisy candidates looks better than it is: its known runs were lucky ones. So few
 * unseen runs choose among the finalists, and further ones confirm the choice ({@link Confirming}).
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

  /** The compromise, then the safest, then the best in each objective; each once. */
  private List<Candidate> chosen(Compromise compromise) {
    Set<Candidate> chosen = new LinkedHashSet<>();
    compromise.find().ifPresent(chosen::add);
    compromise.safest().ifPresent(chosen::add);
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
    return !ranking.isFlat(objective) || isFlat();
  }

  private boolean isFlat() {
    return settings.objectives().stream().allMatch(ranking::isFlat);
  }

  /** Runs the finalists and today's settings, in one batch. */
  List<Finalist> run() {
    Compromise compromise = new Compromise(settings, ranking);
    List<Candidate> chosen = chosen(compromise);
    Set<Candidate> all = new LinkedHashSet<>(List.of(Candidate.TODAY));
    all.addAll(chosen);
    conditions = settings.unseen().subList(0, Budget.selection(settings));
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
    return UnseenDifference.of(
        objective, variant, conditions, today(), unseen, confidence, settings.negligible());
  }

  /** Confirms the finalist that looks best, with what the budget has left. */
  Optional<Confirmation> confirm(List<Finalist> finalists) {
    boolean todayHolds = todayHolds();
    return Confirming.nominee(finalists, todayHolds)
        .map(each -> {
          int from = conditions.size();
          int count = Budget.confirmation(settings, table.cost(), isFlat());
          return new Confirming(settings, table)
              .run(
                  each.candidate().candidate(),
                  settings.unseen().subList(from, from + count),
                  todayHolds);
        });
  }

  private boolean todayHolds() {
    return ranking.isFeasible(Candidate.TODAY) && today().isFeasible();
  }

  /** The verdict on today's settings. */
  Verdict verdict(List<Finalist> finalists, Optional<Confirmation> confirmation) {
    if (finalists.isEmpty()) {
      return Verdict.NONE_FEASIBLE;
    }
    boolean holds = todayHolds() && confirmation.stream().allMatch(of -> of.today().isFeasible());
    if (!holds) {
      return confirmation.filter(of -> of.chosen().isFeasible()).isPresent()
          ? Verdict.REPAIR
          : Verdict.NONE_FEASIBLE;
    }
    return switch (confirmation.map(Confirmation::outcome).orElse(Confirmation.Outcome.NO_BETTER)) {
      case BETTER -> Verdict.ADOPT;
      case TRADE -> Verdict.TRADE;
      case UNDECIDED -> Verdict.UNDECIDED;
      case NO_BETTER -> Verdict.LEAVE_IT;
    };
  }
}
