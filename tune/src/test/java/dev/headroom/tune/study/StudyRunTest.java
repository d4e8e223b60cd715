package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.StopReason;
import dev.headroom.tune.search.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyRunTest {
  private static final int RUNS = 110;
  private static final String ENGINE = "test";

  @TempDir private Path folder;

  /** Listener that stops the study after some runs. */
  private static StudyListener stoppedAfter(int runs) {
    AtomicInteger ended = new AtomicInteger();
    return new StudyListener() {
      @Override
      public void ended(RunRequest request, RunAnswer answer) {
        ended.incrementAndGet();
      }

      @Override
      public boolean isStopped() {
        return ended.get() >= runs;
      }
    };
  }

  private StudyResult run(String name, Study study, StudyListener listener, int threads)
      throws IOException {
    try (StudyFolder taken = StudyFolder.take(folder.resolve(name))) {
      taken.begin(study, ENGINE);
      return new StudyRun(study, taken, RunCache.none(), listener, threads).run();
    }
  }

  private Optional<StudyResult> shown(String name, Study study) throws IOException {
    try (StudyFolder taken = StudyFolder.take(folder.resolve(name))) {
      return new StudyRun(study, taken, RunCache.none(), StudyListener.NONE, 1).shown();
    }
  }

  @Test
  void shouldLowerAKminThatIsFarTooHigh() throws IOException {
    StudyResult result = run("a", SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS), StudyListener.NONE, 2);

    assertThat(result.search().verdict()).isEqualTo(Verdict.ADOPT);
    Finalist chosen = result.search().compromise().orElseThrow();
    assertThat(chosen.candidate().candidate().settings().get("congestion.kmin"))
        .isNotIn("800KB", "410KB");
    assertThat(chosen.differences()).anyMatch(each -> each.isBetter() && each.change() < -0.3);
    assertThat(new StudyText(result).verdict()).startsWith("The settings found serve better");
    assertThat(result.robustness()).hasSize(3);
    assertThat(result.againstPresets()).extracting(PairedRuns::name).containsExactly("vendor");
    assertThat(result.search().runs()).isLessThanOrEqualTo(RUNS);
  }

  /** Interrupted three times, once with a cut last line, on other numbers of threads. */
  @Test
  void shouldComeToTheSameAfterInterruptions() throws IOException {
    Study study = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS);
    String whole = StudyJson.of(run("whole", study, StudyListener.NONE, 1));

    for (int runs : new int[] {7, 30, 25}) {
      assertThatThrownBy(() -> run("cut", study, stoppedAfter(runs), 2))
          .isInstanceOf(CancellationException.class);
      Files.write(
          folder.resolve("cut").resolve(AnswerJournal.NAME),
          "{\"settings\":{\"congestion.km".getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.APPEND);
    }
    String resumed = StudyJson.of(run("cut", study, StudyListener.NONE, 2));
    String shown = StudyJson.of(shown("cut", study).orElseThrow());

    assertThat(resumed).isEqualTo(whole);
    assertThat(shown).isEqualTo(whole); // no run is left to be made
  }

  /** An end by time is shown as it was, and forgotten by a search that goes on. */
  @Test
  void shouldKeepAnEndByTime() throws IOException {
    Study study = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS);
    StudyListener soonOver =
        new StudyListener() {
          @Override
          public boolean isOver() {
            return true;
          }
        };

    StudyResult early = run("early", study, soonOver, 2);
    assertThat(early.search().stop()).isEqualTo(StopReason.TIME);
    assertThat(shown("early", study).map(StudyJson::of)).contains(StudyJson.of(early));
    StudyResult more = run("early", study, StudyListener.NONE, 2);
    assertThat(more.search().stop()).isNotEqualTo(StopReason.TIME);
    assertThat(shown("early", study).map(StudyJson::of)).contains(StudyJson.of(more));
  }

  @Test
  void shouldKnowTheFrontOfASearchThatIsNotComplete() throws IOException {
    Study study = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS);
    try (StudyFolder taken = StudyFolder.take(folder)) {
      taken.begin(study, ENGINE);
      StudyRun run = new StudyRun(study, taken, RunCache.none(), stoppedAfter(60), 2);
      assertThatThrownBy(run::run).isInstanceOf(CancellationException.class);
      assertThat(run.known().orElseThrow().front()).isNotEmpty();
      StudyRun shown = new StudyRun(study, taken, RunCache.none(), StudyListener.NONE, 1);
      assertThat(shown.shown()).isEmpty();
      assertThat(shown.known()).isEqualTo(run.known());
    }
  }

  @Test
  void shouldRefuseAnotherStudyAndAnotherVersionInTheSameFolder() throws IOException {
    Study study = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS);
    try (StudyFolder taken = StudyFolder.take(folder)) {
      taken.begin(study, ENGINE);
      taken.begin(study, ENGINE);
      Study other = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS + 1);
      assertThatThrownBy(() -> taken.begin(other, ENGINE))
          .isInstanceOf(StudyException.class)
          .hasMessageContaining("holds another study");
      assertThatThrownBy(() -> taken.begin(study, "another"))
          .isInstanceOf(StudyException.class)
          .hasMessageContaining("cannot be mixed");
      assertThat(taken.study()).contains(study);
    }
  }

  @Test
  void shouldSayWhatIsWrongWithASpace() throws IOException {
    Study study =
        SmallStudy.of("fabric: {topology: single, hosts: 4}\nworkload: permutation", RUNS);
    Study wrong =
        new Study(
            study.scenario(),
            study.cases(),
            study.objectives(),
            study.knobs(),
            "knobs: [{knob: congestion.kmin, from: 2KB}]",
            "space.yaml",
            study.devices(),
            study.presets(),
            0,
            RUNS,
            1,
            60_000);
    try (StudyFolder taken = StudyFolder.take(folder)) {
      assertThatThrownBy(() -> new StudyRun(wrong, taken, RunCache.none(), StudyListener.NONE, 1))
          .isInstanceOf(StudyException.class)
          .hasMessageContaining("space.yaml:1");
    }
  }
}
