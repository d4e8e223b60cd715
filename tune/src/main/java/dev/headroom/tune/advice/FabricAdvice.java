package dev.headroom.tune.advice;

import dev.headroom.tune.study.StudyCase;
import java.util.List;

/**
 * Advice on a planned fabric, as far as it is known.
 *
 * @param plan what was asked for
 * @param basis the design, its piece, and what formulas say
 * @param cases traffic of the runs
 * @param topics comparisons before the search, as far as they were made
 * @param search result of the search and what followed; of nothing where it did not come to that
 */
public record FabricAdvice(
    AdvicePlan plan,
    AdviceBasis basis,
    List<StudyCase> cases,
    List<TopicComparison> topics,
    SearchedSettings search) {
  public FabricAdvice {
    cases = List.copyOf(cases);
    topics = List.copyOf(topics);
  }
}
