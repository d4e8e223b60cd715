package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search whose process is killed again and again comes to the same result. */
final class KilledStudyTest {
  private static final long SEED = 20_261_130;
  private static final int RUNS = 240;
  private static final int KILLS = 10;

  @TempDir private Path temporary;

  /** Answers that a study had when it came to the parts of its work. */
  private static final class Parts implements StudyListener {
    private final AtomicInteger ended = new AtomicInteger();
    private final Map<SearchProgress.Stage, Integer> stages =
        new EnumMap<>(SearchProgress.Stage.class);
    private int checking;

    @Override
    public void ended(RunRequest request, RunAnswer answer) {
      ended.incrementAndGet();
    }

    @Override
    public void progressed(SearchProgress progress) {
      stages.put(progress.stage(), ended.get()); // after the last batch of the stage
    }

    @Override
    public void checking(int left) {
      checking = ended.get();
    }

    /** First answers of the parts, from 0, and the number of all answers. */
    List<Integer> bounds() {
      return List.of(
          0,
          stages.getOrDefault(SearchProgress.Stage.START, 0),
          stages.getOrDefault(SearchProgress.Stage.GENERATIONS, 0),
          checking,
          ended.get());
    }
  }

  @Tag("whole")
  @Test
  void shouldHaveTheSameFrontAfterTenKills() throws Exception {
    Study study = SmallStudy.of(SmallStudy.HIGH_KMIN, RUNS);
    Parts parts = new Parts();
    StudyResult whole;
    try (StudyFolder folder = begin("whole", study)) {
      whole = new StudyRun(study, folder, RunCache.none(), parts, 1).run();
    }
    List<Integer> bounds = parts.bounds();
    assertThat(bounds).isSorted().doesNotHaveDuplicates();

    Path killed = temporary.resolve("killed");
    begin("killed", study).close();
    Map<Integer, Integer> hits = new TreeMap<>();
    for (int target : targets(bounds)) {
      // However late the kill comes, it hits the part that it is meant for; each of two threads
      // may have a run at its end.
      int most = bounds.get(part(bounds, target) + 1) - 2 - answers(killed);
      Process process = StudyProcess.begin(killed, most);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (answers(killed) < target && process.isAlive() && System.nanoTime() < end) {
        Thread.sleep(1);
      }
      assertThat(process.isAlive()).as(said()).isTrue();
      process.destroyForcibly().waitFor(); // SIGKILL
      hits.merge(part(bounds, answers(killed)), 1, Integer::sum);
    }
    assertThat(killed.resolve("tune.json")).doesNotExist();
    // start with its race, generations with theirs, comparison on unseen seeds, other conditions
    assertThat(hits).as("kills by part, seed %d", SEED).containsOnlyKeys(0, 1, 2, 3);

    Process last = StudyProcess.begin(killed);
    assertThat(last.waitFor(120, TimeUnit.SECONDS)).as(said()).isTrue();
    assertThat(last.exitValue()).as(said()).isZero();
    assertThat(Files.readString(killed.resolve("tune.json"))).isEqualTo(StudyJson.of(whole));
    try (StudyFolder folder = StudyFolder.take(killed)) {
      StudyResult shown =
          new StudyRun(study, folder, RunCache.none(), StudyListener.NONE, 1).shown().orElseThrow();
      assertThat(shown.search().front()).isEqualTo(whole.search().front());
    }
  }

  private StudyFolder begin(String name, Study study) throws IOException {
    StudyFolder folder = StudyFolder.take(temporary.resolve(name));
    folder.begin(study, "test");
    return folder;
  }

  /** Numbers of answers at which to kill: random ones, in ascending order, some in each part. */
  private static List<Integer> targets(List<Integer> bounds) {
    Random random = new Random(SEED);
    List<Integer> targets = new ArrayList<>();
    int parts = bounds.size() - 1;
    for (int i = 0; i < KILLS; i++) {
      int part = i * parts / KILLS;
      int from = bounds.get(part);
      int length = bounds.get(part + 1) - from;
      // a few answers before the end of the part: they may come until the kill
      targets.add(from + 1 + random.nextInt(Math.max(1, length * 3 / 4)));
    }
    targets.sort(Integer::compare);
    return targets;
  }

  private static int part(List<Integer> bounds, int answers) {
    int part = 0;
    while (part + 2 < bounds.size() && answers >= bounds.get(part + 1)) {
      part++;
    }
    return part;
  }

  private static int answers(Path folder) throws IOException {
    return AnswerJournal.read(folder).size();
  }

  private String said() throws IOException {
    return Files.readString(temporary.resolve("said.txt"));
  }
}
