package dev.headroom.tune.search;

/**
 * Budget of a search in full runs. A part is kept for the last race between the best candidates,
 * and a part for the comparison under unseen conditions.
 *
 * @param runs all
 * @param race kept for the last race
 * @param comparison kept for the comparison
 */
record Budget(int runs, int race, int comparison) {
  private static final int RACE_SHARE = 10;

  /** Share of the runs for the comparison, where it is not too few or too many. */
  private static final int COMPARISON_SHARE = 8;

  private static final int LEAST_UNSEEN = 6;

  static Budget of(SearchSettings settings) {
    int comparison = (finalists(settings) + 1) * unseen(settings);
    int race = Math.max(settings.known().size(), settings.runs() / RACE_SHARE);
    if (settings.runs() < comparison + race + settings.population()) {
      throw new IllegalArgumentException(
          "%d runs are too few: the comparison takes %d, the last race %d, a generation %d"
              .formatted(settings.runs(), comparison, race, settings.population()));
    }
    return new Budget(settings.runs(), race, comparison);
  }

  /** Unseen conditions that are kept for each finalist and today's settings. */
  private static int unseen(SearchSettings settings) {
    int share = settings.runs() / COMPARISON_SHARE / (finalists(settings) + 1);
    return whole(settings, Math.max(share, LEAST_UNSEEN));
  }

  /** As many conditions, so that each variant has the same number of seeds. */
  private static int whole(SearchSettings settings, int conditions) {
    int variants = settings.variants();
    return Math.min(Math.ceilDiv(conditions, variants) * variants, settings.unseen().size());
  }

  /**
   * Unseen conditions for each candidate of the comparison: those that were kept, and what the
   * search has left over. The number does not depend on what the runs will say.
   */
  static int unseen(SearchSettings settings, double cost, int candidates) {
    int left = (int) Math.floor(settings.runs() - cost) / candidates;
    int variants = settings.variants();
    return whole(settings, Math.max(left / variants * variants, unseen(settings)));
  }

  /** The compromise, and the best in each objective where there are several. */
  static int finalists(SearchSettings settings) {
    int objectives = settings.objectives().size();
    return objectives == 1 ? 1 : objectives + 1;
  }

  /** Runs left for generations and refinement. */
  int forSearch(double cost) {
    return (int) Math.floor(runs - race - comparison - cost);
  }

  /** Runs left for the last race. */
  int forRace(double cost) {
    return (int) Math.floor(runs - comparison - cost);
  }
}
