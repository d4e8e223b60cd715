package dev.headroom.app.improve;

import dev.headroom.tune.search.Objective;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.TrialOutcome;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * State of the cluster that was simulated.
 *
 * @param key short, as its file is named: {@code found}
 * @param title for people
 * @param scenario what was run
 * @param outcomes by seed
 */
record Variant(String key, String title, ScenarioText scenario, Map<Long, TrialOutcome> outcomes) {
  Variant {
    outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
  }

  /** Figures of these seeds in a measure; NaN for runs without one. */
  double[] figures(Objective objective, List<Long> seeds) {
    return seeds.stream()
        .mapToDouble(seed ->
            outcomes.get(seed) instanceof TrialOutcome.Measured measured
                ? measured.figures().getOrDefault(objective.measure(), Double.NaN)
                : Double.NaN)
        .toArray();
  }

  /** Runs that failed or did not finish, a sentence each. */
  List<String> problems() {
    return outcomes.entrySet().stream()
        .flatMap(each ->
            switch (each.getValue()) {
              case TrialOutcome.Failed failed ->
                  List.of("%s, seed %d: %s".formatted(title, each.getKey(), failed.reason()))
                      .stream();
              case TrialOutcome.Measured measured when !measured.ending().isComplete() ->
                  List.of(
                      "%s, seed %d: %d flows did not finish"
                          .formatted(title, each.getKey(), measured.ending().unfinished()))
                      .stream();
              case TrialOutcome.Measured _ -> List.<String>of().stream();
            })
        .toList();
  }
}
