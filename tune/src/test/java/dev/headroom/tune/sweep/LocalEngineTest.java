package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalEngineTest {
  @TempDir private Path temporary;

  private static void run(Path path, SweepPlan plan, int workers, Shard shard) throws IOException {
    new LocalEngine(MadeSweep::outcome, workers, "1")
        .run(SweepFolder.begin(path, plan), shard, SweepListener.NONE);
  }

  private List<String> names(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 1", "2, 3", "1, 7", "3, 16"})
  void shouldLeaveTheSameTableWhateverItIsRunBy(int workers, int shards) throws Exception {
    SweepPlan plan = MadeSweep.plan(3);
    Path alone = temporary.resolve("alone");
    run(alone, plan, 1, Shard.WHOLE);
    Path other = temporary.resolve("other");
    for (int shard = shards; shard >= 1; shard--) {
      run(other, plan, workers, new Shard(shard, shards));
    }
    assertThat(MadeSweep.table(other)).isEqualTo(MadeSweep.table(alone)).hasSize(300);
    assertThat(names(other))
        .filteredOn(name -> !name.startsWith("part-"))
        .containsExactly("plan.json");
  }

  @Test
  void shouldKeepTheRowOfAFailedTrial() throws Exception {
    run(temporary, MadeSweep.plan(1), 2, Shard.WHOLE);
    assertThat(MadeSweep.table(temporary).getLast())
        .contains("trial=99", "x=9", "y=9", "outcome=failed", "failureKind=bad settings")
        .contains("reason=x and\ty contradict\neach other", "completionPs=null", "digest=null");
  }

  @Test
  void shouldRunNothingTwice() throws Exception {
    SweepPlan plan = MadeSweep.plan(1);
    run(temporary, plan, 2, new Shard(1, 2));
    Set<Long> ran = ConcurrentHashMap.newKeySet();
    new LocalEngine(
            trial -> {
              ran.add(trial.index());
              return MadeSweep.outcome(trial);
            },
            2,
            "1")
        .run(SweepFolder.begin(temporary, plan), Shard.WHOLE, SweepListener.NONE);
    assertThat(ran).hasSize(50).allMatch(trial -> trial >= 50);
    assertThat(MadeSweep.table(temporary)).hasSize(100);
  }

  /** As when the user presses Ctrl-C: running trials are lost, rows stay. */
  @Test
  void shouldGoOnWhereItWasStopped() throws Exception {
    SweepPlan plan = MadeSweep.plan(2);
    SweepFolder folder = SweepFolder.begin(temporary.resolve("stopped"), plan);
    AtomicLong left = new AtomicLong(37);
    TrialRunner stopping =
        trial -> {
          if (left.getAndDecrement() <= 0) {
            throw new CancellationException();
          }
          return MadeSweep.outcome(trial);
        };
    new LocalEngine(stopping, 2, "1").run(folder, Shard.WHOLE, SweepListener.NONE);
    long kept = folder.parts().stream().mapToLong(Slice::size).sum() + folder.journalRows().size();
    assertThat(kept).isEqualTo(37);

    AtomicInteger again = new AtomicInteger();
    new LocalEngine(
            trial -> {
              again.incrementAndGet();
              return MadeSweep.outcome(trial);
            },
            2,
            "1")
        .run(folder, Shard.WHOLE, SweepListener.NONE);
    assertThat(again).hasValue(200 - 37);
    Path alone = temporary.resolve("alone");
    run(alone, plan, 1, Shard.WHOLE);
    assertThat(MadeSweep.table(folder.path())).isEqualTo(MadeSweep.table(alone));
    assertThat(folder.path().resolve("running")).doesNotExist();
  }

  /** Another division into shards goes on with the rows that a stopped process has left. */
  @Test
  void shouldGoOnWithOtherShards() throws Exception {
    SweepPlan plan = MadeSweep.plan(1);
    SweepFolder folder = SweepFolder.begin(temporary.resolve("stopped"), plan);
    AtomicLong left = new AtomicLong(9);
    new LocalEngine(
            trial -> {
              if (left.getAndDecrement() <= 0) {
                throw new CancellationException();
              }
              return MadeSweep.outcome(trial);
            },
            1,
            "1")
        .run(folder, new Shard(1, 2), SweepListener.NONE);
    assertThat(folder.journalRows()).hasSize(9);
    Set<Long> ran = ConcurrentHashMap.newKeySet();
    for (int shard = 1; shard <= 3; shard++) {
      new LocalEngine(
              trial -> {
                ran.add(trial.index());
                return MadeSweep.outcome(trial);
              },
              1,
              "1")
          .run(folder, new Shard(shard, 3), SweepListener.NONE);
    }
    assertThat(ran).hasSize(91);
    assertThat(MadeSweep.table(folder.path())).hasSize(100);
    assertThat(folder.path().resolve("running")).doesNotExist();
  }

  /** A process that is killed in the middle of a line leaves a part of it. */
  @Test
  void shouldNotReadACutLine() throws Exception {
    SweepPlan plan = MadeSweep.plan(1);
    SweepFolder folder = SweepFolder.begin(temporary, plan);
    Path running = Files.createDirectories(folder.running(plan.all()));
    try (Journal journal = Journal.create(running, new Slice(0, 15))) {
      journal.append(new TrialRow(0, MadeSweep.outcome(plan.trial(0)), "1"));
      String line = new TrialRow(1, MadeSweep.outcome(plan.trial(1)), "1").line();
      Files.writeString(journal.file(), line, StandardOpenOption.APPEND);
    }
    Set<Long> ran = ConcurrentHashMap.newKeySet();
    new LocalEngine(
            trial -> {
              ran.add(trial.index());
              return MadeSweep.outcome(trial);
            },
            1,
            "1")
        .run(folder, Shard.WHOLE, SweepListener.NONE);
    assertThat(ran).hasSize(99).doesNotContain(0L).contains(1L);
    assertThat(MadeSweep.table(temporary)).hasSize(100);
  }

  /** Beside others a trial may find too little memory; by itself it may have enough. */
  @Test
  void shouldRunATrialThatIsOutOfMemoryByItself() throws Exception {
    AtomicInteger running = new AtomicInteger();
    TrialRunner greedy =
        trial -> {
          int beside = running.incrementAndGet();
          try {
            if (trial.index() == 60 || (trial.index() % 10 == 3 && beside > 1)) {
              return new TrialOutcome.Failed(FailureKind.OUT_OF_MEMORY, "too little", 1);
            }
            Thread.sleep(1);
            return MadeSweep.outcome(trial);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          } finally {
            running.decrementAndGet();
          }
        };
    new LocalEngine(greedy, 4, "1")
        .run(SweepFolder.begin(temporary, MadeSweep.plan(1)), Shard.WHOLE, SweepListener.NONE);
    List<String> failed =
        MadeSweep.table(temporary).stream().filter(row -> row.contains("out of memory")).toList();
    assertThat(failed).singleElement().asString().contains("trial=60 ");
  }

  @Test
  void shouldPassOnAFailureOfItsOwn() throws IOException {
    SweepFolder folder = SweepFolder.begin(temporary, MadeSweep.plan(1));
    LocalEngine engine =
        new LocalEngine(
            trial -> {
              throw new IllegalStateException("a bug of the runner");
            },
            2,
            "1");
    assertThatThrownBy(() -> engine.run(folder, Shard.WHOLE, SweepListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a bug of the runner");
  }

  @Test
  void shouldRefuseAnotherPlanByName() throws IOException {
    SweepFolder.begin(temporary, MadeSweep.plan(2));
    assertThat(SweepFolder.begin(temporary, MadeSweep.plan(2)).plan().trials()).isEqualTo(200);
    assertThatThrownBy(() -> SweepFolder.begin(temporary, MadeSweep.plan(3)))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining(temporary.toString())
        .hasMessageContaining("--seeds: 1,2 there, 1,2,3 here")
        .hasMessageContaining("--replace");
    SweepFolder.delete(temporary);
    assertThat(SweepFolder.open(temporary)).isEmpty();
    assertThat(SweepFolder.begin(temporary, MadeSweep.plan(3)).plan().trials()).isEqualTo(300);
  }

  @Test
  void shouldReadThePlanThatItWrote() throws IOException {
    SweepPlan plan =
        MadeSweep.plan(
            List.of(
                new SweptKey.Range("x", "1KB", "2MB", true),
                new SweptKey.Choices("y", List.of("a: \"b\" \\ \t{c}", "no", "0x10"))),
            Sampling.parse("sobol:32"),
            4);
    SweepFolder.begin(temporary, plan);
    SweepPlan read = SweepFolder.open(temporary).orElseThrow().plan();
    assertThat(read.differences(plan)).isEmpty();
    assertThat(read.scenario()).isEqualTo(plan.scenario());
    assertThat(read.figures()).isEqualTo(plan.figures()).isNotEmpty();
    assertThat(read.trialLimit()).isEqualTo(plan.trialLimit());
    assertThat(read.trial(77)).isEqualTo(plan.trial(77));
  }

  @Test
  void shouldRefuseAFileThatIsNoPlan() throws IOException {
    Files.writeString(temporary.resolve("plan.json"), "{\"format\": 99}");
    assertThatThrownBy(() -> SweepFolder.open(temporary))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining("plan.json: is not the plan of a sweep")
        .hasMessageContaining("format 99");
  }

  @Test
  void shouldKeepARowAsALine() {
    SweepPlan plan = MadeSweep.plan(1);
    for (long trial : new long[] {0, 42, 99}) {
      TrialRow row = new TrialRow(trial, MadeSweep.outcome(plan.trial(trial)), "0.1 (commit x)");
      assertThat(TrialRow.parse(row.line().stripTrailing())).contains(row);
    }
    assertThat(TrialRow.parse("")).isEmpty();
    assertThat(TrialRow.parse("12\t1\tmeasured\t5\tfinished\t0")).isEmpty();
  }
}
