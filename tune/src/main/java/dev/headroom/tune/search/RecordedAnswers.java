package dev.headroom.tune.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluator with a table of earlier answers, and another evaluator for the rest. A search is a
 * function of its settings and the answers, so that a search with the table of an interrupted one
 * continues it bit by bit.
 */
public final class RecordedAnswers implements Evaluator {
  private final Map<RunRequest, RunAnswer> recorded;
  private final Evaluator rest;

  /**
   * Answers from a table.
   *
   * @param recorded earlier answers
   * @param rest evaluator of all other requests
   */
  public RecordedAnswers(Map<RunRequest, RunAnswer> recorded, Evaluator rest) {
    this.recorded = Map.copyOf(recorded);
    this.rest = rest;
  }

  @Override
  public List<RunAnswer> evaluate(List<RunRequest> batch) {
    List<RunRequest> missing =
        batch.stream().filter(request -> !recorded.containsKey(request)).toList();
    Map<RunRequest, RunAnswer> answers = new HashMap<>();
    if (!missing.isEmpty()) {
      List<RunAnswer> fresh = rest.evaluate(missing);
      for (int i = 0; i < missing.size(); i++) {
        answers.put(missing.get(i), fresh.get(i));
      }
    }
    List<RunAnswer> all = new ArrayList<>();
    for (RunRequest request : batch) {
      RunAnswer known = recorded.get(request);
      all.add(known == null ? answers.get(request) : known);
    }
    return all;
  }
}
