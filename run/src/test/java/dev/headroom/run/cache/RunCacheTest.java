package dev.headroom.run.cache;

import static dev.headroom.run.cache.CachedRuns.assertReplayed;
import static dev.headroom.run.cache.CachedRuns.example;
import static dev.headroom.run.cache.CachedRuns.in;
import static dev.headroom.run.cache.CachedRuns.incast;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.CachedRuns.Told;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.RunResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RunCacheTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir private Path folder;

  private static List<Path> files(Path folder, String end) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  private Path entry() throws IOException {
    List<Path> entries = files(folder, ".run");
    assertThat(entries).hasSize(1);
    return entries.getFirst();
  }

  /** Drops, pauses, a job, storage, inference, failures, a deadlock, TCP, PCIe. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ring-deadlock",
        "inference-trace",
        "storage-beside-training",
        "head-of-line",
        "hot-optics",
        "registration-cache",
        "gpt2-ddp"
      })
  void shouldReplayAnExample(String name) {
    assertReplayed(folder, example(EXAMPLES.resolve(name + ".yaml")));
  }

  @Test
  void shouldReplaySamplesAndTraces() {
    Told told =
        assertReplayed(
            folder, incast("run.probes=1us", "run.trace.flows=0,1", "run.seed=9").withSamples());
    assertThat(told.summary().result().samples().count()).isPositive();
    assertThat(told.summary().result().traces().flows()).isNotEmpty();
  }

  /** Its flows are all flows, so that it has no parts to measure. */
  @Test
  void shouldMeasureAListOfOneEntryAsTheEntryAlone() {
    String entry = "{type: incast, size: 64KB}";
    RunCache none = RunCache.none();
    assertThat(none.figures(incast("workload=[" + entry + "]"), RunListener.NONE).measures())
        .isEqualTo(none.figures(incast("workload=" + entry), RunListener.NONE).measures());
  }

  @Test
  void shouldReplayPauseEventsToWhoeverAsksForThem() {
    ScenarioRun pausing =
        incast("fabric.switches.buffer=1MB", "workload.size=2MB", "congestion=none");
    ScenarioRun asked = pausing.with(new RunOptions(1, true));
    assertReplayed(folder, pausing);
    Told told = assertReplayed(folder, asked);
    assertThat(told.summary().result().pauseEvents()).isNotEmpty();
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("dev.headroom.run.cache.CachedRuns#examples")
  void shouldReplayEveryExample(Path file) {
    assertReplayed(folder, example(file));
  }

  @Test
  void shouldTakeARunForTheSameOnAnyNumberOfThreads() {
    Told.by(in(folder), incast());
    RunCache cache = in(folder);
    Told.by(cache, incast().with(new RunOptions(2, 4, false)));
    Told.by(cache, incast("name=another"));
    assertThat(cache.use()).isEqualTo(new RunCache.Use(2, 0));
  }

  @Test
  void shouldNotTakeAnotherRunForTheSame() {
    Told.by(in(folder), incast());
    RunCache cache = in(folder);
    Told.by(cache, incast("run.seed=2"));
    Told.by(cache, incast("congestion.kmin=51KB"));
    Told.by(cache, incast("workload.size=65KB"));
    Told.by(cache, incast().with(new RunOptions(1, true)));
    assertThat(cache.use()).isEqualTo(new RunCache.Use(0, 4));
  }

  @Test
  void shouldRunAgainWhateverByteOfItsEntryHasChanged() throws IOException {
    Told made = Told.by(in(folder), incast());
    byte[] whole = Files.readAllBytes(entry());
    RunCache cache = in(folder);
    int times = 0;
    for (int at = 0; at < whole.length; at += Math.max(1, whole.length / 40)) {
      byte[] changed = whole.clone();
      changed[at] ^= 4;
      Files.write(entry(), changed);
      Told again = Told.by(cache, incast());
      assertThat(again.flows()).isEqualTo(made.flows());
      assertThat(cache.use()).isEqualTo(new RunCache.Use(0, ++times));
    }
    assertThat(Told.by(cache, incast()).flows()).isEqualTo(made.flows());
    assertThat(cache.use().stored()).isOne();
  }

  @Test
  void shouldRunAgainWhereverItsEntryWasCutOff() throws IOException {
    Told made = Told.by(in(folder), incast());
    byte[] whole = Files.readAllBytes(entry());
    RunCache cache = in(folder);
    for (int length : List.of(0, 1, 39, 40, 100, whole.length / 2, whole.length - 1)) {
      Files.write(entry(), Arrays.copyOf(whole, length));
      assertThat(Told.by(cache, incast()).flows()).isEqualTo(made.flows());
    }
    assertThat(cache.use().stored()).isZero();
  }

  @Test
  void shouldNotTakeTheEntryOfAnotherRun() throws IOException {
    Told.by(in(folder), incast());
    Path first = entry();
    Told.by(in(folder), incast("run.seed=2"));
    Path second =
        files(folder, ".run").stream().filter(file -> !file.equals(first)).findAny().orElseThrow();
    Files.copy(first, second, StandardCopyOption.REPLACE_EXISTING);
    RunCache cache = in(folder);
    Told.by(cache, incast("run.seed=2"));
    assertThat(cache.use().stored()).isZero();
  }

  @Test
  void shouldNotKeepARunThatWasInterrupted() throws IOException {
    RunCache cache = in(folder);
    RunSummary cut =
        cache.run(
            incast("workload.size=1MB"),
            new RunListener() {
              @Override
              public boolean shouldContinue() {
                return false;
              }
            });
    assertThat(cut.result().outcome()).isEqualTo(Outcome.INTERRUPTED);
    assertThat(files(folder, ".run")).isEmpty();
    assertThat(files(folder, ".part")).isEmpty();
  }

  @Test
  void shouldNotKeepARunThatIsObservedOrSampled() throws IOException {
    RunCache cache = in(folder);
    ScenarioRun observed = incast().with(RunOptions.DEFAULT.observed(Map.of(0, packet -> {})));
    cache.run(observed, RunListener.NONE);
    cache.run(
        incast(),
        new RunListener() {
          @Override
          public boolean needsSamples() {
            return true;
          }
        });
    assertThat(files(folder, ".run")).isEmpty();
    assertThat(cache.use()).isEqualTo(new RunCache.Use(0, 2));
  }

  @Test
  void shouldLetThoseGoThatWereNotUsedForLongest() throws IOException {
    Told.by(in(folder), incast());
    long one = Files.size(entry());
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).isNotEmpty();
    }
    long bound = 20 * one;
    CacheSettings settings = new CacheSettings(Optional.of(folder), bound);
    RunCache cache = RunCache.open(settings, warning -> {});
    Path first = entry();
    for (int seed = 2; seed < 60; seed++) {
      age(files(folder, ".run"));
      Told.by(cache, incast("run.seed=" + seed));
      Told.by(cache, incast()); // it is used all the time
      long bytes = files(folder, ".run").stream().mapToLong(file -> file.toFile().length()).sum();
      assertThat(bytes).isLessThanOrEqualTo(bound);
    }
    assertThat(first).exists();
    assertThat(files(folder, ".run")).hasSizeBetween(15, 20);
    assertThat(cache.use()).isEqualTo(new RunCache.Use(58, 58));
  }

  private static void age(List<Path> files) throws IOException {
    for (Path file : files) {
      FileTime before = Files.getLastModifiedTime(file);
      Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() - 1_000));
    }
  }

  @Test
  void shouldNotKeepAnEntryLargerThanItsShare() throws IOException {
    List<String> warnings = new ArrayList<>();
    RunCache cache = RunCache.open(new CacheSettings(Optional.of(folder), 1_000), warnings::add);
    Told.by(cache, incast());
    assertThat(files(folder, ".run")).isEmpty();
    assertThat(files(folder, ".part")).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldRunOnWithOneWarningWhereItCannotWrite() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    List<String> warnings = new ArrayList<>();
    RunCache cache = RunCache.open(CacheSettings.in(file.resolve("runs")), warnings::add);
    Told.by(cache, incast());
    Told.by(cache, incast("run.seed=2"));
    cache.figures(incast(), RunListener.NONE);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.getFirst()).contains(file.toString()).contains("HEADROOM_CACHE");
    assertThat(cache.use()).isEqualTo(new RunCache.Use(0, 3));
  }

  /** Also where root reads everything: what should be a file is a folder. */
  @Test
  void shouldRunOnWithOneWarningWhereItCannotRead() throws IOException {
    Told.by(in(folder), incast());
    Path entry = entry();
    Files.delete(entry);
    Files.createDirectory(entry);
    List<String> warnings = new ArrayList<>();
    RunCache cache = RunCache.open(CacheSettings.in(folder), warnings::add);
    Told told = Told.by(cache, incast());
    Told.by(cache, incast("run.seed=2"));
    assertThat(told.flows()).hasSize(3);
    assertThat(warnings).hasSize(1);
  }

  /** What a process leaves that is killed in the middle of an entry. */
  @Test
  void shouldClearDraftsOfProcessesThatWereKilled() throws IOException {
    Path drafts = Files.createDirectories(folder.resolve("drafts"));
    Path dead = Files.writeString(drafts.resolve("1-2-3.part"), "half an entry");
    Files.setLastModifiedTime(dead, FileTime.fromMillis(0));
    Path written = Files.writeString(drafts.resolve("4-5-6.part"), "half an entry");
    Path foreign = Files.writeString(folder.resolve("notes.txt"), "of the user");
    Told.by(in(folder), incast());
    assertThat(dead).doesNotExist();
    assertThat(written).exists();
    new CacheFolder(folder, 1).clear();
    assertThat(files(folder, ".run")).isEmpty();
    assertThat(written).doesNotExist();
    assertThat(foreign).exists();
  }

  @Test
  void shouldTakeFiguresFromRowsAndFromEntries() throws IOException {
    RunCache cache = in(folder);
    RunFigures made = cache.figures(incast(), RunListener.NONE);
    assertThat(made.measures()).containsKeys("completionPs", "slowdownP99", "pauses");
    assertThat(files(folder, ".run")).isEmpty();
    assertThat(in(folder).figures(incast(), RunListener.NONE)).isEqualTo(made);

    RunSummary whole = cache.run(incast("run.seed=2"), RunListener.NONE);
    assertThat(cache.figures(incast("run.seed=2"), RunListener.NONE))
        .isEqualTo(RunFigures.of(whole));
    assertThat(cache.use()).isEqualTo(new RunCache.Use(1, 2));
  }

  @Test
  void shouldPassOverHalfARowOfFigures() throws IOException {
    List<RunFigures> made = new ArrayList<>();
    RunCache cache = in(folder);
    for (int seed = 1; seed <= 3; seed++) {
      made.add(cache.figures(incast("run.seed=" + seed), RunListener.NONE));
    }
    Path rows = files(folder, ".rows").getFirst();
    byte[] whole = Files.readAllBytes(rows);
    Files.write(rows, Arrays.copyOf(whole, whole.length - 7));
    RunCache later = in(folder);
    for (int seed = 1; seed <= 3; seed++) {
      RunFigures again = later.figures(incast("run.seed=" + seed), RunListener.NONE);
      assertThat(again.digest()).isEqualTo(made.get(seed - 1).digest());
    }
    assertThat(later.use()).isEqualTo(new RunCache.Use(2, 1));
    RunCache last = in(folder);
    IntStream.rangeClosed(1, 3)
        .forEach(seed -> last.figures(incast("run.seed=" + seed), RunListener.NONE));
    assertThat(last.use()).isEqualTo(new RunCache.Use(3, 0));
  }

  @Test
  void shouldGoOnWhereTheFolderIsClearedMeanwhile() throws IOException {
    RunCache cache = in(folder);
    cache.figures(incast(), RunListener.NONE);
    Told.by(cache, incast());
    new CacheFolder(folder, 1).clear();
    cache.figures(incast(), RunListener.NONE);
    Told.by(cache, incast());
    assertThat(cache.use()).isEqualTo(new RunCache.Use(0, 4));
    assertThat(in(folder).figures(incast(), RunListener.NONE).measures()).isNotEmpty();
    assertThat(files(folder, ".rows")).hasSize(1);
    assertThat(files(folder, ".run")).hasSize(1);
  }
}
