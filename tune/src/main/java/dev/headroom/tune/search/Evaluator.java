package dev.headroom.tune.search;

import java.util.List;

/**
 * Evaluator of runs. A search requests a whole batch at once, which an evaluator may run on any
 * number of workers.
 */
@FunctionalInterface
public interface Evaluator {
  /**
   * The answers to a batch.
   *
   * @param batch requests that the search has not made before
   * @return one answer for each request, in the order of the requests
   */
  List<RunAnswer> evaluate(List<RunRequest> batch);
}
