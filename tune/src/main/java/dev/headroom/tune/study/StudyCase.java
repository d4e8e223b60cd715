package dev.headroom.tune.study;

import dev.headroom.run.summary.Measure;
import java.util.List;

/**
 * Case of a study over several workloads: the scenario with overrides of its own. Cases of
 * different sizes are compared by their figures relative to today's settings under the same seed.
 *
 * @param name short and unique within a study: {@code incast}
 * @param description for people: {@code 24 hosts send 500 KB each to one}
 * @param overrides {@code key=value}, laid over the scenario
 * @param measure key of the measure that the case is judged by, such as {@link Measure#COMPLETION}
 */
public record StudyCase(String name, String description, List<String> overrides, String measure) {
  public StudyCase {
    overrides = List.copyOf(overrides);
  }
}
