package dev.headroom.tune.sweep;

import dev.headroom.model.scenario.SetKey;
import dev.headroom.tune.space.DimensionLink;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plan of a sweep: all that decides its trials. Trials are computed by their number, so that a plan
 * of any length takes no memory.
 *
 * <p>All settings run with the first seed, then all with the next. A sweep that was stopped has
 * compared all settings with some of the seeds.
 */
public final class SweepPlan {
  private static final String SEED = "run.seed=";

  private final ScenarioText scenario;
  private final List<SweptKey> keys;
  private final Sampling sampling;
  private final List<Long> seeds;
  private final Duration trialLimit;
  private final List<String> figures;
  private final SettingsSource settings;
  private final String scenarioHash;

  /**
   * @param keys that are varied, in the order in which they are laid over the scenario
   * @param seeds one or more; every setting runs with each
   * @param trialLimit time after which a trial is given up
   * @param figures keys of the scenario's measures, which become columns
   */
  public SweepPlan(
      ScenarioText scenario,
      List<SweptKey> keys,
      Sampling sampling,
      List<Long> seeds,
      Duration trialLimit,
      List<String> figures) {
    this.scenario = scenario;
    this.keys = List.copyOf(keys);
    this.sampling = sampling;
    this.seeds = List.copyOf(seeds);
    this.trialLimit = trialLimit;
    this.figures = List.copyOf(figures);
    check();
    this.settings = new SampledSettings(keys, sampling);
    this.scenarioHash = scenario.hash();
  }

  private void check() {
    Set<String> names = new HashSet<>();
    for (SweptKey key : keys) {
      if (!names.add(key.key())) {
        throw new SweepException(key.key() + " is varied twice; remove one of the two");
      }
      if (SetKey.hides(SEED, key.key() + "=")) {
        throw new SweepException(
            key.key() + " is varied; use --seeds to run every setting with several seeds");
      }
    }
    if (keys.isEmpty() && sampling.method() != Sampling.Method.GRID) {
      throw new SweepException("a sample needs keys to vary");
    }
    if (seeds.isEmpty()) {
      throw new SweepException("a sweep needs a seed");
    }
  }

  public ScenarioText scenario() {
    return scenario;
  }

  /** SHA-256 of the scenario with its files and common settings. */
  public String scenarioHash() {
    return scenarioHash;
  }

  public List<SweptKey> keys() {
    return keys;
  }

  public Sampling sampling() {
    return sampling;
  }

  public List<Long> seeds() {
    return seeds;
  }

  public Duration trialLimit() {
    return trialLimit;
  }

  /** The same with another limit, which is not part of a plan's identity. */
  public SweepPlan with(Duration limit) {
    return new SweepPlan(scenario, keys, sampling, seeds, limit, figures);
  }

  public List<String> figures() {
    return figures;
  }

  public SettingsSource settings() {
    return settings;
  }

  /** Number of trials. */
  public long trials() {
    return Math.multiplyExact(settings.count(), seeds.size());
  }

  /** All trials. */
  public Slice all() {
    return new Slice(0, trials() - 1);
  }

  /** Trial of a number. */
  public Trial trial(long index) {
    return new Trial(index, settings.settings(variant(index)), seed(index));
  }

  /** Number of a trial's settings. */
  public long variant(long trial) {
    return trial % settings.count();
  }

  /** Seed of a trial. */
  public long seed(long trial) {
    return seeds.get((int) (trial / settings.count()));
  }

  /** Differences from another plan, a sentence each; none if both have the same trials. */
  public List<String> differences(SweepPlan other) {
    List<String> found = new ArrayList<>();
    if (!scenarioHash.equals(other.scenarioHash)) {
      found.add(
          scenario.settings().equals(other.scenario.settings())
              ? "the scenario (%s there, %s here) has another text"
                  .formatted(scenario.name(), other.scenario.name())
              : difference(
                  "--set",
                  String.join(" ", scenario.settings()),
                  String.join(" ", other.scenario.settings())));
    }
    if (!keys.equals(other.keys)) {
      found.add(difference("the varied keys", text(keys), text(other.keys)));
    }
    if (!sampling.equals(other.sampling)) {
      found.add(difference("--sample", sampling.toString(), other.sampling.toString()));
    }
    if (!seeds.equals(other.seeds)) {
      found.add(difference("--seeds", text(seeds), text(other.seeds)));
    }
    return found;
  }

  private static String difference(String what, String there, String here) {
    return "%s: %s there, %s here"
        .formatted(what, there.isEmpty() ? "none" : there, here.isEmpty() ? "none" : here);
  }

  private static String text(List<?> values) {
    return values.stream()
        .map(value -> value instanceof SweptKey key ? text(key) : value.toString())
        .collect(
            Collectors.joining(values.stream().allMatch(SweptKey.class::isInstance) ? " " : ","));
  }

  private static String text(SweptKey key) {
    return switch (key) {
      case SweptKey.Choices choices -> choices.key() + "=" + String.join(",", choices.values());
      case SweptKey.Range range ->
          "%s=%s..%s%s"
              .formatted(range.key(), range.from(), range.to(), range.isLog() ? " (log)" : "");
      case SweptKey.Linked linked ->
          "%s (%s %s%s)"
              .formatted(
                  text(linked.numbers()),
                  linked.kind() == DimensionLink.Kind.TIMES ? "times" : "plus",
                  linked.of(),
                  linked.most().isEmpty() ? "" : ", at most " + linked.most());
    };
  }
}
