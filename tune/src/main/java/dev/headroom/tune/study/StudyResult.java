package dev.headroom.tune.study;

import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.space.Space;
import java.util.List;
import java.util.Optional;

/**
 * Result of a study.
 *
 * @param study what was searched, for what
 * @param space the knobs with their values
 * @param presets the presets that were run, by the text of their settings
 * @param search the search and its comparison with today's settings
 * @param againstPresets the chosen settings and each preset on unseen seeds; empty if none are
 *     feasible
 * @param robustness of the chosen settings under changes of conditions; empty if none are feasible
 * @param constraints hard ones, with what they mean
 */
public record StudyResult(
    Study study,
    Space space,
    List<NamedCandidate> presets,
    SearchResult search,
    List<PairedRuns> againstPresets,
    List<PairedRuns> robustness,
    List<Constraint> constraints) {
  public StudyResult {
    presets = List.copyOf(presets);
    againstPresets = List.copyOf(againstPresets);
    robustness = List.copyOf(robustness);
    constraints = List.copyOf(constraints);
  }

  /** The settings to look at first: those that were confirmed, else the compromise. */
  public Optional<Finalist> chosen() {
    return chosen(search);
  }

  static Optional<Finalist> chosen(SearchResult search) {
    return search.nominee().or(search::compromise);
  }
}
