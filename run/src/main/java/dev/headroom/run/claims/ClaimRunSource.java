package dev.headroom.run.claims;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.cache.RunCache;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Source of the simulation runs that test claims. */
@FunctionalInterface
public interface ClaimRunSource {
  ClaimRun of(ClaimExample example);

  /** Runs each example when a claim first asks for it; several claims ask for the same. */
  static ClaimRunSource caching() {
    return caching(ClaimExample::scenario);
  }

  /** The same with scenarios from elsewhere. */
  static ClaimRunSource caching(Function<ClaimExample, Scenario> source) {
    return caching(source, () -> false, RunCache.none());
  }

  /**
   * The same.
   *
   * @param stop whether nobody waits for a run any more, which then throws CancellationException
   * @param cache of runs of this and other processes
   */
  static ClaimRunSource caching(
      Function<ClaimExample, Scenario> source, BooleanSupplier stop, RunCache cache) {
    Map<ClaimExample, ClaimRun> done = new HashMap<>();
    return example ->
        done.computeIfAbsent(example, each -> ClaimRun.of(source.apply(each), stop, cache));
  }
}
