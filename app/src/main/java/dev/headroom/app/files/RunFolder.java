package dev.headroom.app.files;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writable folder for the result files of a run, or of a comparison and its runs. While it is open
 * no other command writes there.
 */
public final class RunFolder implements AutoCloseable {
  /** Less room than this on the disk is refused. */
  private static final long LEAST_BYTES = 32L << 20;

  private final Path path;
  private final Set<String> results = new HashSet<>();

  private final FolderLock lock;

  private RunFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes the folder if need be and locks it.
   *
   * @param err where it is said that the file system has no locks
   */
  public static RunFolder open(Path path, PrintWriter err) throws IOException {
    RunFolder folder = open(path);
    String problem = folder.lock.problem();
    if (!problem.isEmpty()) {
      err.println(
          "headroom: "
              + path
              + ": cannot be locked ("
              + problem
              + "); do not run another command in this folder until this one ends");
      err.flush();
    }
    return folder;
  }

  /** The same where nothing is said. */
  static RunFolder open(Path path) throws IOException {
    prepare(path);
    return new RunFolder(path, FolderLock.take(path));
  }

  /** Writes a file to see that it can be done: what would fail after the run is told before it. */
  private static void prepare(Path path) throws IOException {
    try {
      Files.createDirectories(path);
      Path trial = scratch(path, "trial");
      try (OutputStream out = NamedOutput.open(trial, path)) {
        out.write(new byte[1 << 16]);
      } finally {
        Files.deleteIfExists(trial);
      }
    } catch (FileAlreadyExistsException e) {
      throw new FileSystemException(path + ": is a file, but results need a folder");
    } catch (AccessDeniedException e) {
      throw new FileSystemException(path + ": no permission to write the results there");
    } catch (NoSuchFileException e) {
      throw new FileSystemException(path + ": the folder does not exist and cannot be created");
    } catch (FileSystemException e) {
      throw new FileSystemException(path + ": cannot store the results: " + FailureMessage.of(e));
    }
    // Not by Files.getFileStore, which needs /proc. 0 is an unknown size: the trial has been
    // written.
    long free = path.toFile().getUsableSpace();
    if (free > 0 && free < LEAST_BYTES) {
      throw new FileSystemException(
          path + ": the disk has " + (free >> 20) + " MiB left, too little for the results");
    }
  }

  /** A hidden file of nobody else's, for what is needed while a run goes on. */
  private static Path scratch(Path in, String what) {
    return TemporaryFiles.newPath(in.resolve(what));
  }

  /** The same in this folder. */
  Path scratch(String what) {
    return scratch(path, what);
  }

  public Path path() {
    return path;
  }

  /**
   * Lists folders of runs before the first of them is written.
   *
   * @param runs relative to this folder, as {@link PartitionFolder} names them
   */
  public void announce(List<String> runs) throws IOException {
    StaleResultFiles.add(path, runs.stream().map(run -> run + "/").toList());
  }

  /** Opens the folder of a run in this comparison. */
  public RunFolder run(String name) throws IOException {
    results.add(name + "/");
    return open(path.resolve(name));
  }

  /** Fails now if the folder of a run in this comparison would fail later. */
  public void tryRun(String name) throws IOException {
    open(path.resolve(name)).close();
  }

  /** Removes the folder of a run, and those above it in this folder, if nothing is in them. */
  public void removeIfEmpty(String run) throws IOException {
    StaleResultFiles.removeEmpty(path, run);
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  /** A file that this run leaves. */
  public Path result(String name) {
    results.add(name);
    return file(name);
  }

  /** Writes a text file, whole or not at all. */
  public void write(String name, CharSequence text) throws IOException {
    AtomicWriter.write(result(name), text);
    list();
  }

  /** Lists the files that are written so far. */
  void list() throws IOException {
    StaleResultFiles.add(path, results);
  }

  /** Removes what a run before this one left and this one, which is done, did not write. */
  public void finish() throws IOException {
    StaleResultFiles.replace(path, results);
  }

  /** Removes a file that an earlier run may have left and this one does not write. */
  public void remove(String name) throws IOException {
    Files.deleteIfExists(file(name));
    results.remove(name);
  }

  @Override
  public void close() {
    lock.close();
  }
}
