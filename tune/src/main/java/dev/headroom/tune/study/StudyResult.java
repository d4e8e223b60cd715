package dev.headroom.tune.study;

import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.space.Space;
import java.util.List;

/**
 * Result of a study.
 *
 * @param study what was searched, for what
 * @param space the knobs with their values
 * @param presets the presets that were run, by the text of their settings
 * @param search the search and its comparison with today's settings
 * @param robustness of the compromise under changes of conditions; empty without a compromise
 * @param constraints hard ones, with what they mean
 */
public record StudyResult(
    Study study,
    Space space,
    List<NamedCandidate> presets,
    SearchResult search,
    List<Robustness> robustness,
    List<Constraint> constraints) {
  public StudyResult {
    presets = List.copyOf(presets);
    robustness = List.copyOf(robustness);
    constraints = List.copyOf(constraints);
  }
}
