package dev.headroom.tune.search;

import java.util.List;

/**
 * Progress of a search after a batch.
 *
 * @param stage current stage
 * @param runs full runs so far, or their worth in cheaper ones
 * @param budget full runs in all
 * @param candidates evaluated so far
 * @param front the best candidates so far
 */
public record SearchProgress(
    Stage stage, double runs, int budget, int candidates, List<RankedCandidate> front) {
  /** Stages, in order. */
  public enum Stage {
    /** Today's settings, presets and evenly spread candidates. */
    START,
    /** Generations of NSGA-II. */
    GENERATIONS,
    /** Refinement for chosen weights by CMA-ES. */
    REFINEMENT,
    /** Finalists and today's settings under unseen conditions. */
    COMPARISON
  }

  public SearchProgress {
    front = List.copyOf(front);
  }
}
