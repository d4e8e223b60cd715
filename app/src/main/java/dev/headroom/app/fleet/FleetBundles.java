package dev.headroom.app.fleet;

import dev.headroom.app.option.OutputName;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.TargetResult;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Folder with the bundles of a fleet, and the machines that sent none. */
public final class FleetBundles {
  private static final FileAttribute<Set<PosixFilePermission>> OURS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** A bundle that was kept. */
  public record Kept(FleetTarget target, Path file, long bytes, Duration time) {}

  private final Path folder;
  private final List<Kept> kept = new ArrayList<>();
  private final List<TargetResult.Failed> failed = new ArrayList<>();

  private FleetBundles(Path folder) {
    this.folder = folder;
  }

  /** In a folder that only the caller can enter; it is made if need be. */
  public static FleetBundles in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException e) {
        throw new BadInputException(
            folder + ": is a file; the bundles of a fleet need a folder", e);
      }
    }
    return new FleetBundles(folder);
  }

  public void add(TargetResult answer) {
    switch (answer) {
      case TargetResult.Bundle bundle -> keep(bundle);
      case TargetResult.Failed no -> failed.add(no);
    }
  }

  private void keep(TargetResult.Bundle bundle) {
    try {
      Path file =
          folder.resolve(OutputName.safe(bundle.target().toString()) + ending(bundle.file()));
      copy(bundle.file(), file);
      kept.add(new Kept(bundle.target(), file, bundle.bytes(), bundle.time()));
    } catch (FileAlreadyExistsException e) {
      failed.add(
          new TargetResult.Failed(
              bundle.target(), e.getFile() + " already exists; give another folder"));
    } catch (IOException e) { // the others may still be kept, and are to be told of
      failed.add(
          new TargetResult.Failed(
              bundle.target(), "its bundle cannot be saved: " + FailureMessage.of(e)));
    }
  }

  /** All of it or nothing, and never over a file that is there. */
  private static void copy(Path from, Path to) throws IOException {
    Path draft = TemporaryFiles.newPath(to);
    try {
      Files.createFile(draft, OURS);
      try (OutputStream out = NamedOutput.open(draft, to)) {
        Files.copy(from, out);
      }
      TemporaryFiles.commitNew(draft, to);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static String ending(Path file) throws IOException {
    try (InputStream in = UserFile.open(file)) {
      return switch (in.read()) {
        case 0x28 -> ".tar.zst";
        case 0x1f -> ".tar.gz";
        default -> ".tar";
      };
    }
  }

  public Path folder() {
    return folder;
  }

  public List<Kept> kept() {
    return kept;
  }

  public List<TargetResult.Failed> failed() {
    return failed;
  }
}
