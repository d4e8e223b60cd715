package dev.headroom.tune.study;

import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.RunAnswer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measure of a study over several cases: a figure divided by that of today's settings under the
 * same case and seed. It is 1 for today's settings, and 0.9 for 10 % less.
 */
public enum CaseMeasure {
  /** The measure that a case is judged by, such as its completion time. */
  WORK("relativeWork", "time of the work"),
  /** The 99th percentile of the slowdown of all flows of a case. */
  TAIL("relativeTail", "p99 slowdown");

  private final String key;
  private final String title;

  CaseMeasure(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** As an objective names it. */
  public String key() {
    return key;
  }

  /** As tables show it. */
  public String title() {
    return title;
  }

  /**
   * A run's figure divided by that of the run that it is compared with; NaN if one of them has
   * none, 1 where both are 0.
   */
  public double ratio(StudyCase of, RunAnswer run, RunAnswer reference) {
    double above = figure(of, run);
    double below = figure(of, reference);
    return above == below ? 1 : above / below;
  }

  private double figure(StudyCase of, RunAnswer answer) {
    String key = this == WORK ? of.measure() : Measure.SLOWDOWN;
    return answer instanceof RunAnswer.Measured measured
        ? measured.figures().getOrDefault(key, Double.NaN)
        : Double.NaN;
  }

  /** The one of that key. */
  public static Optional<CaseMeasure> of(String key) {
    return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
  }

  /** All as objectives: less is better. */
  public static List<Objective> objectives() {
    return Stream.of(values()).map(each -> Objective.less(each.key)).toList();
  }
}
