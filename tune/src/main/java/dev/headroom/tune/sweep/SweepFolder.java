package dev.headroom.tune.sweep;

import dev.headroom.formats.FolderLock;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Folder of a sweep: its plan, the parts of its table, and the journals of trials that no part has
 * yet. The folder is all that another machine needs.
 *
 * <pre>
 *   plan.json                       the plan, with the scenario
 *   part-FIRST-LAST.parquet         rows of these trials, written beside and renamed
 *   running/FIRST-LAST/*.rows       journals of a process that runs this slice, or did
 * </pre>
 */
public final class SweepFolder {
  private static final String RUNNING = "running";

  private final Path path;
  private final SweepPlan plan;

  private SweepFolder(Path path, SweepPlan plan) {
    this.path = path;
    this.plan = plan;
  }

  /** Whether a folder has the plan of a sweep. */
  public static boolean isOne(Path path) {
    return Files.exists(path.resolve(SweepPlanFile.NAME));
  }

  /** The sweep in a folder; empty if there is none. */
  public static Optional<SweepFolder> open(Path path) throws IOException {
    return new SweepPlanFile(path).read().map(plan -> new SweepFolder(path, plan));
  }

  /**
   * Begins a sweep in a folder, or goes on with the same one.
   *
   * @throws SweepException if the folder has a sweep of another plan
   */
  public static SweepFolder begin(Path path, SweepPlan plan) throws IOException {
    SweepPlanFile file = new SweepPlanFile(path);
    Optional<SweepPlan> there = file.read();
    if (there.isPresent()) {
      List<String> differences = there.get().differences(plan);
      if (!differences.isEmpty()) {
        throw new SweepException(
            ("%s: holds another sweep (%s); set another folder with --out, or delete that sweep "
                    + "with --replace")
                .formatted(path, String.join("; ", differences)));
      }
    }
    if (there.isEmpty() || !there.get().trialLimit().equals(plan.trialLimit())) {
      Files.createDirectories(path);
      file.write(plan);
    }
    return new SweepFolder(path, plan);
  }

  /** Deletes the sweep of a folder: plan first, so that no half of it looks like a whole. */
  public static void delete(Path path) throws IOException {
    Files.deleteIfExists(path.resolve(SweepPlanFile.NAME));
    if (!Files.isDirectory(path)) {
      return;
    }
    for (Slice part : parts(path)) {
      Files.deleteIfExists(path.resolve(part.partName()));
    }
    for (Path running : entries(path.resolve(RUNNING))) {
      for (Path journal : journalsIn(running)) {
        Files.deleteIfExists(journal);
      }
    }
  }

  public Path path() {
    return path;
  }

  public SweepPlan plan() {
    return plan;
  }

  /** Parts that are there, in ascending order. */
  public List<Slice> parts() throws IOException {
    return parts(path);
  }

  private static List<Slice> parts(Path path) throws IOException {
    return entries(path).stream()
        .flatMap(file -> Slice.ofPart(String.valueOf(file.getFileName())).stream())
        .sorted()
        .toList();
  }

  /** Trials of a slice that no part has. */
  public List<Slice> missing(Slice in) throws IOException {
    return in.without(parts());
  }

  /** Rows in journals whose trial no part has, by trial. Journals of running processes count. */
  public SortedMap<Long, TrialRow> journalRows() throws IOException {
    List<Slice> missing = missing(plan.all());
    SortedMap<Long, TrialRow> rows = new TreeMap<>();
    for (Path running : entries(path.resolve(RUNNING))) {
      for (Path journal : journalsIn(running)) {
        Journal.read(
            journal,
            row -> {
              if (missing.stream().anyMatch(slice -> slice.contains(row.trial()))) {
                rows.putIfAbsent(row.trial(), row);
              }
            });
      }
    }
    return rows;
  }

  /** Folder of the process that runs a slice. */
  Path running(Slice slice) {
    return path.resolve(RUNNING).resolve(slice.toString());
  }

  /** Journals of processes that have ended, whatever slices they ran. */
  List<Path> leftJournals() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path running : entries(path.resolve(RUNNING))) {
      try {
        Optional<FolderLock> lock = FolderLock.tryTake(running);
        if (lock.isPresent()) {
          try (FolderLock _ = lock.get()) {
            found.addAll(journalsIn(running));
          }
        }
      } catch (NoSuchFileException e) {
        // its process has ended in the meantime, and its parts are complete
      }
    }
    return found;
  }

  static List<Path> journalsIn(Path running) throws IOException {
    return entries(running).stream()
        .filter(file -> String.valueOf(file.getFileName()).endsWith(Journal.SUFFIX))
        .toList();
  }

  /** Deletes journals whose rows are all in parts, and the folders that have none left. */
  void clear(List<Path> journals) throws IOException {
    Set<Path> folders = new HashSet<>();
    for (Path journal : journals) {
      boolean[] isNeeded = new boolean[1];
      List<Slice> missing = missing(plan.all());
      if (Files.exists(journal)) {
        Journal.read(
            journal,
            row -> isNeeded[0] |= missing.stream().anyMatch(slice -> slice.contains(row.trial())));
      }
      if (!isNeeded[0]) {
        Files.deleteIfExists(journal);
        Optional.ofNullable(journal.getParent()).ifPresent(folders::add);
      }
    }
    for (Path folder : folders) {
      removeIfEmpty(folder);
    }
    removeIfEmpty(path.resolve(RUNNING));
  }

  static void removeIfEmpty(Path folder) throws IOException {
    try {
      if (entries(folder).isEmpty()) {
        Files.deleteIfExists(folder);
      }
    } catch (DirectoryNotEmptyException e) {
      return; // another process has begun a slice
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(found::add);
    } catch (NoSuchFileException e) {
      return List.of(); // another process has removed it in the meantime
    }
    found.sort(null);
    return found;
  }
}
