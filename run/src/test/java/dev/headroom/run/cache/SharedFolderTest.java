package dev.headroom.run.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.cache.CachedRuns.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes at one folder, some of which are killed. */
final class SharedFolderTest {
  private static final int SEEDS = 40;

  @TempDir private Path folder;

  /** Program of such a process: it runs every seed, and again, until it is done or killed. */
  static final class Runner {
    private Runner() {}

    public static void main(String[] args) {
      RunCache cache =
          RunCache.open(
              new CacheSettings(Optional.of(Path.of(args[0])), Long.parseLong(args[1])),
              warning -> {
                throw new AssertionError(warning);
              });
      for (int round = 0; round < Integer.parseInt(args[2]); round++) {
        for (int seed = 1; seed <= SEEDS; seed++) {
          Told.by(cache, CachedRuns.incast("run.seed=" + seed));
        }
      }
    }
  }

  private Process start(long bound, int rounds) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Runner.class.getName(),
            folder.toString(),
            String.valueOf(bound),
            String.valueOf(rounds))
        .inheritIO()
        .start();
  }

  @Tag("whole")
  @Test
  void shouldServeSeveralProcessesOfWhichSomeAreKilled() throws Exception {
    long bound = 60_000; // some of the runs: room is made all the time
    List<Process> killed = new ArrayList<>();
    List<Process> living = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      living.add(start(bound, 20));
      killed.add(start(bound, 1_000_000));
    }
    for (Process each : killed) {
      assertThat(each.waitFor(6, TimeUnit.SECONDS)).isFalse();
      each.destroyForcibly().waitFor();
    }
    for (Process each : living) {
      assertThat(each.waitFor()).isZero();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      long bytes = all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      assertThat(bytes).isLessThan(2 * bound);
    }
    RunCache cache = CachedRuns.in(folder);
    for (int seed = 1; seed <= SEEDS; seed++) {
      Told told = Told.by(cache, CachedRuns.incast("run.seed=" + seed));
      Told made = Told.by(RunCache.none(), CachedRuns.incast("run.seed=" + seed));
      assertThat(told.flows()).isEqualTo(made.flows());
      assertThat(told.summary().result().digest()).isEqualTo(made.summary().result().digest());
    }
    assertThat(cache.use().stored()).isPositive();
  }
}
