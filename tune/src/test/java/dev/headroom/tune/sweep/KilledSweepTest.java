package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps whose process is killed, and sweeps of many trials in little memory. */
final class KilledSweepTest {
  private static final long SEED = 20_261_130;

  @TempDir private Path temporary;

  @Test
  void shouldHaveTheSameRowsAfterAKill() throws Exception {
    killAndResume(2, 500, 2);
  }

  @Tag("whole")
  @Test
  void shouldHaveTheSameRowsAfterTenKills() throws Exception {
    killAndResume(10, 1_500, 30);
  }

  private void killAndResume(int kills, int micros, int seeds) throws Exception {
    SweepPlan plan = MadeSweep.plan(seeds);
    Path killed = temporary.resolve("killed");
    SweepFolder folder = SweepFolder.begin(killed, plan);
    Random random = new Random(SEED);
    long rows = 0;
    for (int kill = 0; kill < kills; kill++) {
      // However late the kill comes, the sweep is not over, and the kills after it have their
      // share.
      long most = (plan.trials() - rows) / (kills - kill + 1);
      Process process = SweepProcess.begin(killed, micros, most);
      long more = rows + 1 + random.nextLong(Math.min(60, most));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (rows(folder) < more && process.isAlive() && System.nanoTime() < end) {
        Thread.sleep(random.nextInt(1, 20));
      }
      process.destroyForcibly().waitFor();
      assertThat(rows(folder)).as("kill %d, seed %d", kill, SEED).isGreaterThan(rows);
      rows = rows(folder);
    }
    assertThat(rows).isLessThan(plan.trials());
    Process process = SweepProcess.begin(killed, micros);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said()).isZero();

    Path alone = temporary.resolve("alone");
    new LocalEngine(MadeSweep::outcome, 1, "1")
        .run(SweepFolder.begin(alone, plan), Shard.WHOLE, SweepListener.NONE);
    List<String> expected = MadeSweep.table(alone);
    assertThat(MadeSweep.table(killed)).isEqualTo(expected).hasSize((int) plan.trials());
    assertThat(killed.resolve("running")).doesNotExist();
  }

  private static long rows(SweepFolder folder) throws Exception {
    while (true) {
      try {
        return folder.parts().stream().mapToLong(Slice::size).sum() + folder.journalRows().size();
      } catch (NoSuchFileException e) {
        // a journal became a part meanwhile
      }
    }
  }

  private String said() throws Exception {
    return Files.readString(temporary.resolve("said.txt"));
  }

  @Test
  void shouldRunManyTrialsInLittleMemory() throws Exception {
    runMany(20, "-Xmx64m");
  }

  @Tag("whole")
  @Test
  void shouldRunAHundredThousandTrials() throws Exception {
    runMany(1_000, "-Xmx256m");
  }

  private void runMany(int seeds, String memory) throws Exception {
    Path folder = temporary.resolve("many");
    SweepFolder.begin(folder, MadeSweep.plan(seeds));
    Process process = SweepProcess.begin(folder, 0, memory);
    boolean isOver = process.waitFor(500, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(isOver).as(said()).isTrue();
    assertThat(process.exitValue()).as(said()).isZero();
    assertThat(said()).contains("measured " + 99 * seeds + " failed " + seeds);
    assertThat(SweepFolder.open(folder).orElseThrow().parts())
        .hasSizeBetween(16, Math.max(16, seeds / 10));
  }
}
