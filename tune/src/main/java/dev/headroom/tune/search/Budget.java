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

  static Budget of(SearchSettings settings) {
    int comparison = (finalists(settings) + 1) * settings.unseen().size();
    int race = Math.max(settings.known().size(), settings.runs() / RACE_SHARE);
    if (settings.runs() < comparison + race + settings.population()) {
      throw new IllegalArgumentException(
          "%d runs are too few: the comparison takes %d, the last race %d, a generation %d"
              .formatted(settings.runs(), comparison, race, settings.population()));
    }
    return new Budget(settings.runs(), race, comparison);
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
