package dev.headroom.app.claims;

import dev.headroom.model.scenario.Scenario;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Source of the simulation runs that test claims. */
@FunctionalInterface
public interface Runs {
  Experiment of(Example example);

  /** Runs each example when a claim first asks for it; several claims ask for the same. */
  static Runs eachOnce() {
    return eachOnce(Example::scenario);
  }

  /** The same with scenarios from elsewhere. */
  static Runs eachOnce(Function<Example, Scenario> source) {
    return eachOnce(source, () -> false);
  }

  /**
   * The same.
   *
   * @param stop whether nobody waits for a run any more, which then throws CancellationException
   */
  static Runs eachOnce(Function<Example, Scenario> source, BooleanSupplier stop) {
    Map<Example, Experiment> done = new HashMap<>();
    return example ->
        done.computeIfAbsent(example, each -> Experiment.of(source.apply(each), stop));
  }
}
