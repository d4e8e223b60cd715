package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Dimension;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bands of values that serve as well as the compromise. A candidate serves as well if each
 * objective is worse by at most the negligible change, or by at most one standard error of the
 * difference (the one-standard-error rule of Breiman, Friedman, Olshen, Stone: Classification and
 * Regression Trees, 1984).
 */
final class Bands {
  private final Space space;
  private final Start start;
  private final SearchSettings settings;
  private final Ranking ranking;

  Bands(Space space, Start start, SearchSettings settings, Ranking ranking) {
    this.space = space;
    this.start = start;
    this.settings = settings;
    this.ranking = ranking;
  }

  /** One band for each ordered dimension; empty if fewer than two candidates serve as well. */
  List<KnobBand> around(Candidate best) {
    List<int[]> alike =
        ranking.candidates().stream()
            .filter(each -> ranking.isFeasible(each) && servesAsWell(each, best))
            .map(each -> space.codes(start.spelledOut(each)))
            .flatMap(Optional::stream)
            .toList();
    List<KnobBand> bands = new ArrayList<>();
    for (int i = 0; i < space.size() && alike.size() > 1; i++) {
      int knob = i;
      Dimension dimension = space.dimensions().get(i);
      if (dimension.ordered() && dimension.size() > 1) {
        int least = alike.stream().mapToInt(codes -> codes[knob]).min().orElseThrow();
        int most = alike.stream().mapToInt(codes -> codes[knob]).max().orElseThrow();
        bands.add(
            new KnobBand(
                dimension.knob(),
                dimension.values().get(least),
                dimension.values().get(most),
                (double) (most - least) / (dimension.size() - 1),
                alike.size()));
      }
    }
    return bands;
  }

  private boolean servesAsWell(Candidate candidate, Candidate best) {
    for (Estimates each : ranking.estimates()) {
      if (ranking.isFlat(each.objective())) {
        continue;
      }
      Optional<ObjectiveEstimate> one = each.of(candidate);
      Optional<ObjectiveEstimate> other = each.of(best);
      if (one.isEmpty() || other.isEmpty()) {
        return false;
      }
      double error = Math.hypot(one.get().error(), other.get().error());
      double margin =
          Math.max(
              settings.negligible() * Math.abs(other.get().value()),
              Double.isFinite(error) ? error : 0);
      if (each.cost(candidate) > each.cost(best) + margin) {
        return false;
      }
    }
    return true;
  }
}
