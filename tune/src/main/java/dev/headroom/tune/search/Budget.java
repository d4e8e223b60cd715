package dev.headroom.tune.search;

/**
 * Budget of a search in full runs. A part is kept for the last race between the best candidates,
 * and parts for the comparison under unseen conditions.
 *
 * @param runs all
 * @param race kept for the last race
 * @param comparison kept for the choice among the finalists and for its confirmation
 */
record Budget(int runs, int race, int comparison) {
  private static final int RACE_SHARE = 10;

  /** Share of the runs for the choice among the finalists, where it is not too few or too many. */
  private static final int SELECTION_SHARE = 16;

  private static final int LEAST_SELECTION = 5;
  private static final int MOST_SELECTION = 10;

  /** Share of the runs that is kept for the confirmation. */
  private static final int CONFIRMATION_SHARE = 6;

  private static final int LEAST_CONFIRMATION = 10;
  private static final int MOST_KEPT = 30;

  /** Conditions of a confirmation at most, whatever the search has left over. */
  private static final int MOST_CONFIRMATION = 60;

  static Budget of(SearchSettings settings) {
    int least = least(settings);
    if (settings.runs() < least) {
      throw new IllegalArgumentException(
          "%d runs are too few: the comparison takes %d, the last race %d, a generation %d"
              .formatted(
                  settings.runs(), comparison(settings), race(settings), settings.population()));
    }
    return new Budget(settings.runs(), race(settings), comparison(settings));
  }

  /** Fewest runs of a search. */
  static int least(SearchSettings settings) {
    return comparison(settings) + race(settings) + settings.population();
  }

  private static int race(SearchSettings settings) {
    return Math.max(settings.known().size(), settings.runs() / RACE_SHARE);
  }

  private static int comparison(SearchSettings settings) {
    return (finalists(settings) + 1) * selection(settings) + 2 * kept(settings);
  }

  /** Unseen conditions for the choice among the finalists. */
  static int selection(SearchSettings settings) {
    int share = settings.runs() / SELECTION_SHARE / (finalists(settings) + 1);
    int most = settings.unseen().size() / 2;
    return Math.min(whole(settings, Math.clamp(share, LEAST_SELECTION, MOST_SELECTION)), most);
  }

  /** Conditions that are kept for the confirmation. */
  private static int kept(SearchSettings settings) {
    int share = settings.runs() / CONFIRMATION_SHARE / 2;
    int most = settings.unseen().size() - selection(settings);
    return Math.min(whole(settings, Math.clamp(share, LEAST_CONFIRMATION, MOST_KEPT)), most);
  }

  /** As many conditions, so that each variant has the same number of seeds. */
  private static int whole(SearchSettings settings, int conditions) {
    int variants = settings.variants();
    return Math.ceilDiv(conditions, variants) * variants;
  }

  /**
   * Conditions of the confirmation at most: those that were kept, and what the search has left
   * over. The number does not depend on what the runs will say.
   *
   * @param isFlat whether all objectives are flat, so that more runs than were kept gain nothing
   */
  static int confirmation(SearchSettings settings, double cost, boolean isFlat) {
    if (isFlat) {
      return kept(settings);
    }
    int left = (int) Math.floor(settings.runs() - cost) / 2;
    int variants = settings.variants();
    int most = Math.min(left, MOST_CONFIRMATION) / variants * variants;
    int all = settings.unseen().size() - selection(settings);
    return Math.min(Math.max(most, kept(settings)), all);
  }

  /** The compromise; of several objectives also the safest, and the best in each. */
  static int finalists(SearchSettings settings) {
    int objectives = settings.objectives().size();
    return objectives == 1 ? 1 : objectives + 2;
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
