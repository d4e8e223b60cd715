package dev.headroom.tune.search;

import dev.headroom.tune.space.Space;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.moeaframework.core.PRNG;

/**
 * Search for the settings of a space that serve some objectives best, within hard constraints.
 *
 * <p>It is a function of its settings and of the evaluator's answers: the same answers give the
 * same requests and the same result to the last bit, whatever the number of workers behind the
 * evaluator. A search that was interrupted continues if its answers are given again, see {@link
 * RecordedAnswers}. The time only decides when the requests end.
 *
 * <p>MOEA Framework draws from one random generator for the whole JVM. So one search runs at a
 * time; a second one waits.
 */
public final class Search {
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  private final Space space;
  private final Start start;
  private final SearchSettings settings;
  private final Evaluator evaluator;
  private final SearchListener listener;

  /**
   * A search.
   *
   * @param space the knobs with their values; one dimension at least
   * @param start candidates that are run first
   */
  public Search(
      Space space,
      Start start,
      SearchSettings settings,
      Evaluator evaluator,
      SearchListener listener) {
    if (space.size() == 0) {
      throw new IllegalArgumentException("the space has no dimension");
    }
    this.space = space;
    this.start = start;
    this.settings = settings;
    this.evaluator = evaluator;
    this.listener = listener;
  }

  /** Runs until the budget is used up, or nothing is to be gained. */
  public SearchResult run() {
    return run(() -> false);
  }

  /**
   * The same, with an end by time.
   *
   * @param isOver read before each generation; once it is true, only the comparison under unseen
   *     conditions follows
   */
  public SearchResult run(BooleanSupplier isOver) {
    ONE_AT_A_TIME.lock();
    Random before = PRNG.getRandom();
    try {
      PRNG.setRandom(new Random(settings.seed()));
      return new SearchRun(space, start, settings, evaluator, listener, isOver).run();
    } finally {
      PRNG.setRandom(before);
      ONE_AT_A_TIME.unlock();
    }
  }
}
