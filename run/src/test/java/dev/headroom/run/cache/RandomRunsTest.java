package dev.headroom.run.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.ScenarioRun;
import dev.headroom.sim.fuzz.RandomScenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios of all kinds of fabrics, transports, workloads and failures, replayed. */
final class RandomRunsTest {
  private static final long HOPS = 2_000;

  @TempDir private Path folder;

  /** How many of some can be kept: the others run classes that are brought along. */
  private int replayed(long from, long to) {
    int replayed = 0;
    for (long seed = from; seed < to; seed++) {
      ScenarioRun run = ScenarioRun.of(RandomScenario.of(seed, HOPS));
      if (RunKey.of(run).isPresent()) {
        CachedRuns.assertReplayed(folder, run);
        replayed++;
      }
    }
    return replayed;
  }

  @Test
  void shouldReplayRandomScenarios() {
    assertThat(replayed(1, 20)).isGreaterThan(12);
  }

  @Tag("whole")
  @Test
  void shouldReplayManyRandomScenarios() {
    assertThat(replayed(1_000, 1_200)).isGreaterThan(130);
  }
}
