package dev.headroom.app.improve;

import dev.headroom.app.emit.PlanFolder;
import dev.headroom.app.files.FileManifest;
import dev.headroom.app.files.OutputFolder;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Folder of an improvement, for one command at a time. The same command may come back to it. It
 * replaces only what an improvement of the same inputs has written, so a folder of anything else is
 * refused, and so are files in it that the user edited and that would be lost.
 */
final class ImproveFolder implements AutoCloseable {
  /** The inputs that the folder is of, a line each; it marks the folder as an improvement's. */
  private static final String INPUTS = "inputs.txt";

  private static final String BUNDLE = "bundle";
  private static final String PLAN = "plan";

  /** The bundle is made under this name, so that under its own it is whole. */
  private static final String DRAFT = ".bundle.part";

  /** Files of the bundle with their sums. */
  private static final String BUNDLE_LIST = "bundle.sha256";

  private static final List<String> RESULTS =
      List.of("improve.json", "improve.md", "improve.html", "audit-after.html", "fix-left.sh");

  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST_SHOWN = 4;

  private final Path path;
  private final FolderLock lock;

  private ImproveFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Looks whether a folder may be taken; writes nothing.
   *
   * @throws BadInputException if it has an input, lies in one, or has files of something else
   */
  static void check(Path path, List<Path> inputs) throws IOException {
    OutputFolder.refuseOverlap("--out", path, inputs);
    OutputFolder.check(path);
    refuseOthers(path, mark(inputs));
    if (!OutputFolder.isFree(path.resolve(PLAN))) {
      PlanFolder.check(path.resolve(PLAN), true);
    }
    Path bundle = path.resolve(BUNDLE);
    FileManifest manifest = FileManifest.read(path.resolve(BUNDLE_LIST));
    refuse(bundle, "were edited", manifest.edited(bundle));
    refuse(bundle, "are of somebody else", manifest.others(bundle));
  }

  private static void refuse(Path folder, String how, List<String> names) {
    if (!names.isEmpty()) {
      throw new BadInputException(
          "%s: is written anew, and these files in it %s: %s%s; move them to another folder, or delete them"
              .formatted(
                  folder,
                  how,
                  names.stream().limit(MOST_SHOWN).collect(Collectors.joining(", ")),
                  names.size() > MOST_SHOWN
                      ? " and " + (names.size() - MOST_SHOWN) + " more"
                      : ""));
    }
  }

  /**
   * Takes a folder; it is made if need be.
   *
   * @throws BadInputException as above
   */
  static ImproveFolder take(Path path, List<Path> inputs) throws IOException {
    check(path, inputs);
    Files.createDirectories(path);
    FolderLock lock = FolderLock.take(path);
    AtomicWriter.write(path.resolve(INPUTS), mark(inputs));
    return new ImproveFolder(path, lock);
  }

  private static String mark(List<Path> inputs) {
    return inputs.stream()
        .map(input -> input.toAbsolutePath().normalize() + "\n")
        .collect(Collectors.joining());
  }

  private static void refuseOthers(Path path, String mark) throws IOException {
    Path file = path.resolve(INPUTS);
    if (Files.exists(file)) {
      if (!UserFile.text(file, MOST_BYTES).equals(mark)) {
        throw new BadInputException(
            path + ": has the improvement of other inputs; name another folder with --out");
      }
    } else if (!OutputFolder.isFree(path)) {
      throw new BadInputException(
          path + ": has files of something else; name a new or empty folder with --out");
    }
  }

  Path path() {
    return path;
  }

  /**
   * Drops the results of an earlier improvement, before the plan is replaced that they tell of: if
   * this one stops, nothing in the folder contradicts the plan.
   */
  void dropResults() throws IOException {
    for (String name : RESULTS) {
      Files.deleteIfExists(path.resolve(name));
    }
  }

  /** Writes a file, whole or not at all. */
  void write(String name, String text) throws IOException {
    AtomicWriter.write(path.resolve(name), text);
  }

  /**
   * Writes a plan in place of an earlier one.
   *
   * @param dropsTaken whether also of one with steps that were taken
   * @return what the user should know, a sentence each
   */
  List<String> plan(EmitPlan plan, boolean dropsTaken) throws IOException {
    PlanFolder folder = PlanFolder.prepare(path.resolve(PLAN), plan, dropsTaken);
    folder.write();
    return folder.hints();
  }

  /** An empty place for a new copy of the bundle. */
  Path newBundle() throws IOException {
    Path draft = path.resolve(DRAFT);
    TemporaryFiles.remove(draft);
    return draft;
  }

  /** Puts the new copy in place of an earlier one. */
  Path commitBundle() throws IOException {
    Path bundle = path.resolve(BUNDLE);
    Path list = path.resolve(BUNDLE_LIST);
    FileManifest.read(list).delete(bundle, Set.of());
    Files.deleteIfExists(bundle);
    FileManifest.of(path.resolve(DRAFT)).write(list);
    Files.move(path.resolve(DRAFT), bundle);
    return bundle;
  }

  @Override
  public void close() {
    lock.close();
  }
}
