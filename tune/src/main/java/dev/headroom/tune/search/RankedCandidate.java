package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.List;

/**
 * Candidate with its runs and what they say of the objectives.
 *
 * @param evaluation its full runs under known conditions
 * @param estimates one for each objective, in order; empty if a run failed
 */
public record RankedCandidate(Evaluation evaluation, List<ObjectiveEstimate> estimates) {
  public RankedCandidate {
    estimates = List.copyOf(estimates);
  }

  public Candidate candidate() {
    return evaluation.candidate();
  }
}
