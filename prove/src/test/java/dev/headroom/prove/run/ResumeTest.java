package dev.headroom.prove.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.text.BadInputException;
import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.rehearse.Rehearsal;
import dev.headroom.prove.rehearse.SmallPlan;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.LinkLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
  private static final String FAULT =
      "  failures: [{link: host-1/switch-0, from: 1800s, bitErrors: 1e-14}]";

  @TempDir private Path folder;

  /** The plan of a process that is killed: a few bit errors, so that there is something to lose. */
  private static BurnInPlan plan() {
    return SmallPlan.of(3, FAULT, "");
  }

  /** A process of its own that takes a run as far as it is let. */
  static final class Killed {
    private Killed() {}

    public static void main(String[] arguments) throws IOException {
      // slow enough to be killed in the middle
      RunProgress slow =
          new RunProgress() {
            @Override
            public void began(Slice slice, int of) {
              try {
                TimeUnit.MILLISECONDS.sleep(5);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
          };
      try (Rehearsal rehearsal = Rehearsal.of(plan())) {
        BurnInRun.run(plan(), Path.of(arguments[0]), rehearsal, slow);
      }
    }
  }

  /** What a run came to, with nothing in it that may differ after an interruption. */
  private record Outcome(Map<String, String> verdicts, List<Map<String, Long>> counters) {
    static Outcome of(Path run) throws IOException {
      BurnInReport report = BurnInReport.of(run);
      assertThat(report.run().isComplete()).isTrue();
      return new Outcome(
          report.verdict().words(),
          report.run().links().stream()
              .map(LinkLedger::whole)
              .map(totals -> totals.moved())
              .toList());
    }
  }

  @Test
  void shouldComeToTheSameWhereverItWasCutOff() throws IOException {
    cut(3);
  }

  @Test
  @Tag("whole")
  void shouldComeToTheSameAfterManyCuts() throws IOException {
    cut(100);
  }

  private void cut(int times) throws IOException {
    Path whole = folder.resolve("whole");
    SmallPlan.rehearse(plan(), whole);
    Outcome expected = Outcome.of(whole);
    byte[] bytes = Files.readAllBytes(whole.resolve(EvidenceFile.NAME));
    SplittableRandom random = new SplittableRandom(4);
    for (int trial = 0; trial < times; trial++) {
      Path run = Files.createDirectories(folder.resolve("cut " + trial));
      int at = random.nextInt(bytes.length);
      Files.write(run.resolve(EvidenceFile.NAME), Arrays.copyOf(bytes, at));

      SmallPlan.rehearse(plan(), run);

      assertThat(Outcome.of(run)).as("cut at byte " + at).isEqualTo(expected);
    }
  }

  @Test
  void shouldSurviveKills() throws IOException, InterruptedException {
    kill(1);
  }

  @Test
  @Tag("whole")
  void shouldSurviveFiftyKills() throws IOException, InterruptedException {
    kill(50);
  }

  private void kill(int times) throws IOException, InterruptedException {
    Path whole = folder.resolve("whole");
    SmallPlan.rehearse(plan(), whole);
    Outcome expected = Outcome.of(whole);
    SplittableRandom random = new SplittableRandom(5);
    int kills = 0;
    for (int run = 0; kills < times; run++) {
      Path killed = folder.resolve("killed " + run);
      while (kills < times && !isFinished(killed)) {
        Process process =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Killed.class.getName(),
                    killed.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitEvidence(process, killed);
        process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
        if (process.isAlive()) {
          process.destroyForcibly();
          kills++;
        }
        process.waitFor();
      }
      SmallPlan.rehearse(plan(), killed);

      assertThat(Outcome.of(killed)).isEqualTo(expected);
    }
  }

  /** A file that may grow no further stands for a disk that is full. */
  @Test
  @Tag("whole")
  void shouldLeaveNoPartOfARecordOnAFullDisk() throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 12; exec \"$@\"",
                "-",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Killed.class.getName(),
                run.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isNotZero();
    assertThat(SmallPlan.ledger(run).stops())
        .singleElement()
        .satisfies(stop -> assertThat(stop.why()).contains(EvidenceFile.NAME));

    SmallPlan.rehearse(plan(), run);

    assertThat(BurnInReport.of(run).run().isComplete()).isTrue();
  }

  private static boolean isFinished(Path run) throws IOException {
    return Files.exists(run.resolve(EvidenceFile.NAME))
        && SmallPlan.ledger(run).closed().isPresent();
  }

  /** Waits until the process has written something new, so that it is killed at its work. */
  private static void awaitEvidence(Process process, Path run)
      throws IOException, InterruptedException {
    Path file = run.resolve(EvidenceFile.NAME);
    long before = Files.exists(file) ? Files.size(file) : 0;
    while (process.isAlive() && (!Files.exists(file) || Files.size(file) == before)) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  @Test
  void shouldSayThatItWasInterrupted() throws IOException {
    Path run = folder.resolve("run");
    Path file = run.resolve(EvidenceFile.NAME);
    SmallPlan.rehearse(plan(), run);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    SmallPlan.rehearse(plan(), run);

    BurnInReport report = BurnInReport.of(run);

    assertThat(report.run().starts()).hasSize(2);
    assertThat(report.run().starts().getLast().resumes()).isTrue();
    assertThat(report.run().starts().getLast().cutBytes()).isPositive();
  }

  @Test
  void shouldStopAndGoOn() throws IOException {
    Path run = folder.resolve("run");
    int[] left = {10};
    RunProgress stopping =
        new RunProgress() {
          @Override
          public boolean shouldStop() {
            return left[0]-- <= 0;
          }
        };
    try (Rehearsal rehearsal = Rehearsal.of(plan())) {
      assertThat(BurnInRun.run(plan(), run, rehearsal, stopping)).isEmpty();
    }
    assertThat(SmallPlan.ledger(run).stops()).hasSize(1);

    SmallPlan.rehearse(plan(), run);

    assertThat(BurnInReport.of(run).run().isComplete()).isTrue();
  }

  @Test
  void shouldRefuseTheFolderOfAnotherPlan() throws IOException {
    Path run = folder.resolve("run");
    SmallPlan.rehearse(SmallPlan.healthy(1), run);

    assertThatThrownBy(() -> SmallPlan.rehearse(SmallPlan.healthy(1).withSeed(2), run))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("another scenario or seed");
  }

  @Test
  void shouldNotWriteToAFinishedRun() throws IOException {
    Path run = folder.resolve("run");
    SmallPlan.rehearse(plan(), run);
    byte[] before = Files.readAllBytes(run.resolve(EvidenceFile.NAME));

    SmallPlan.rehearse(plan(), run);

    assertThat(Files.readAllBytes(run.resolve(EvidenceFile.NAME))).isEqualTo(before);
  }
}
