package dev.headroom.run.cache;

import dev.headroom.run.ScenarioRun;
import dev.headroom.sim.fuzz.RandomScenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios of all kinds of fabrics, transports, workloads and failures, replayed. */
final class RandomRunsTest {
  private static final long HOPS = 2_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void shouldReplayARandomScenario(long seed) {
    CachedRuns.assertReplayed(folder, ScenarioRun.of(RandomScenario.of(seed, HOPS)));
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldReplayManyRandomScenarios(long hundred) {
    for (long seed = 100 * hundred; seed < 100 * hundred + 100; seed++) {
      CachedRuns.assertReplayed(folder, ScenarioRun.of(RandomScenario.of(seed, HOPS)));
    }
  }
}
