package dev.headroom.tune.sweep;

import dev.headroom.formats.FolderLock;
import dev.headroom.tune.table.TableDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Slice of a sweep while this process runs it: it hands out trials that have no row yet, in
 * ascending order, and keeps the rows. Safe for use by several threads.
 *
 * <p>The slice is cut into parts. Rows of a part go to its journal as trials end. The last one of
 * them turns the journal into the part's file and deletes it. At most the parts of the trials that
 * run have a journal, so that neither files nor memory grow with the sweep.
 */
final class RunningSlice implements AutoCloseable {
  /** Trials in a part of a large sweep. */
  private static final long LONGEST_PART = 1_000;

  /** Parts of a small one, so that others see its rows while it runs. */
  private static final long PARTS = 16;

  private static final long SHORTEST_PART = 16;

  private static final int MOST_TRIES = 20;
  private static final long TRY_MILLIS = 50;

  private final SweepFolder folder;
  private final Path path;
  private final FolderLock lock;
  private final List<Path> left;
  private final Set<Long> recovered = new HashSet<>();
  private final ArrayDeque<Slice> waiting = new ArrayDeque<>();
  private final List<OpenPart> open = new ArrayList<>();
  private final Object writing = new Object();
  private final long missing;
  private long next;
  private @Nullable OpenPart current;
  private @Nullable TableDatabase database;

  /** Part that has trials without a row. */
  private final class OpenPart {
    final Slice slice;
    final BitSet ended = new BitSet();
    final Journal journal;

    OpenPart(Slice slice) throws IOException {
      this.slice = slice;
      for (long trial = slice.first(); trial <= slice.last(); trial++) {
        if (recovered.contains(trial)) {
          ended.set((int) (trial - slice.first()));
        }
      }
      this.journal = Journal.create(path, slice);
    }

    boolean isComplete() {
      return ended.cardinality() == slice.size();
    }
  }

  private RunningSlice(SweepFolder folder, Slice slice, Path path, FolderLock lock)
      throws IOException {
    this.folder = folder;
    this.path = path;
    this.lock = lock;
    this.left = new ArrayList<>(folder.leftJournals());
    left.addAll(SweepFolder.journalsIn(path)); // this process's own folder is locked
    List<Slice> without = folder.missing(slice);
    for (Path journal : left) {
      Journal.read(
          journal,
          row -> {
            if (without.stream().anyMatch(each -> each.contains(row.trial()))) {
              recovered.add(row.trial());
            }
          });
    }
    long trials = without.stream().mapToLong(Slice::size).sum();
    this.missing = trials - recovered.size();
    long length = Math.clamp(Math.ceilDiv(slice.size(), PARTS), SHORTEST_PART, LONGEST_PART);
    without.forEach(each -> waiting.addAll(each.cut(length)));
  }

  /**
   * Takes a slice.
   *
   * @throws java.nio.file.FileSystemException if another process runs it
   */
  static RunningSlice take(SweepFolder folder, Slice slice) throws IOException {
    Path path = folder.running(slice);
    FolderLock lock = lock(path);
    boolean isDone = false;
    try {
      RunningSlice running = new RunningSlice(folder, slice, path, lock);
      isDone = true;
      return running;
    } finally {
      if (!isDone) {
        lock.close();
      }
    }
  }

  /**
   * Locks the folder of a slice. Processes of other slices look into all folders when they begin,
   * and remove empty ones when they end, so a lock that is not to be had at once is tried again.
   */
  private static FolderLock lock(Path path) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        Files.createDirectories(path);
        Optional<FolderLock> lock = FolderLock.tryTake(path);
        if (lock.isPresent()) {
          return lock.get();
        }
        Thread.sleep(TRY_MILLIS);
      } catch (NoSuchFileException e) {
        // removed in the meantime: it is made again
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
    }
    Files.createDirectories(path);
    return FolderLock.take(path);
  }

  /** Trials that had no row when the slice was taken. */
  long missing() {
    return missing;
  }

  /** The next trial to run; empty if all are running or have run. */
  OptionalLong next() throws IOException {
    while (true) {
      Optional<OpenPart> complete = Optional.empty();
      synchronized (this) {
        OpenPart part = current;
        if (part == null) {
          Slice slice = waiting.poll();
          if (slice == null) {
            return OptionalLong.empty();
          }
          part = new OpenPart(slice);
          open.add(part);
          current = part;
          next = slice.first();
          complete = part.isComplete() ? Optional.of(part) : Optional.empty();
        }
        while (next <= part.slice.last() && recovered.contains(next)) {
          next++;
        }
        if (next > part.slice.last()) {
          current = null;
        } else {
          return OptionalLong.of(next++);
        }
      }
      if (complete.isPresent()) { // a process was killed just before it wrote the part
        write(complete.get());
      }
    }
  }

  /** Keeps the row of a trial that was handed out. */
  void ended(TrialRow row) throws IOException {
    OpenPart part;
    synchronized (this) {
      part =
          open.stream().filter(each -> each.slice.contains(row.trial())).findFirst().orElseThrow();
      part.journal.append(row);
      part.ended.set((int) (row.trial() - part.slice.first()));
      if (!part.isComplete()) {
        return;
      }
    }
    write(part);
  }

  private void write(OpenPart part) throws IOException {
    synchronized (writing) {
      TreeMap<Long, TrialRow> rows = new TreeMap<>();
      List<Path> journals = new ArrayList<>(List.of(part.journal.file()));
      if (!recovered.isEmpty()) {
        journals.addAll(left);
      }
      part.journal.close();
      for (Path journal : journals) {
        Journal.read(
            journal,
            row -> {
              if (part.slice.contains(row.trial())) {
                rows.putIfAbsent(row.trial(), row);
              }
            });
      }
      try {
        TableDatabase tables = database == null ? TableDatabase.inMemory() : database;
        database = tables;
        new PartTable(folder.plan(), tables, "part")
            .write(part.slice, rows.values(), folder.path());
      } catch (SQLException e) {
        throw TableDatabase.failure(folder.path().resolve(part.slice.partName()), e);
      }
      Files.deleteIfExists(part.journal.file());
    }
    synchronized (this) {
      open.remove(part);
    }
  }

  /** Journals of parts that are not complete stay: the next process goes on with them. */
  @Override
  public void close() throws IOException {
    try {
      for (OpenPart part : open) {
        part.journal.close();
      }
      List<Path> journals = new ArrayList<>(left);
      journals.addAll(SweepFolder.journalsIn(path));
      folder.clear(journals);
      if (database != null) {
        database.close();
      }
    } catch (SQLException e) {
      throw TableDatabase.failure(folder.path(), e);
    } finally {
      lock.close();
      SweepFolder.removeIfEmpty(path);
      Optional<Path> parent = Optional.ofNullable(path.getParent());
      if (parent.isPresent()) {
        SweepFolder.removeIfEmpty(parent.get());
      }
    }
  }
}
