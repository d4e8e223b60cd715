package dev.headroom.collect.input;

import dev.headroom.collect.machine.CollectedData;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceException;
import dev.headroom.formats.source.SourceStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Opener of a user's files as streams of sources. */
public final class SourceOpener {
  /** Folders within one another; sysfs needs a dozen. */
  private static final int DEEPEST = 40;

  private SourceOpener() {}

  /** What was just taken from a machine. */
  public static SourceStream of(CollectedData collected) {
    List<MachineSource> sources = new ArrayList<>();
    collected
        .files()
        .forEach((name, bytes) -> {
          SourceNaming naming = SourceNaming.of(collected.host() + "/" + name);
          sources.add(
              new OpenedSource(
                  naming,
                  naming.host() + ":/" + name,
                  OptionalLong.of(bytes.length),
                  () -> new ByteArrayInputStream(bytes)));
        });
    return SourceStream.of(sources);
  }

  /**
   * Opens a file or a folder. Packed files are told by their content and opened, once also within
   * one another; whatever is not packed is a source by itself.
   *
   * @return streams that do not depend on one another: one for each archive in a folder, and one
   *     for all that lies loose, single packed files and archives of a host's own tree among it
   * @throws NoSuchFileException if it is not there
   * @throws SourceException if a folder has more files than anybody should read
   */
  public static List<SourceStream> open(Path path) throws IOException {
    return open(path, ReadLimits.STANDARD);
  }

  /** The same with other limits. */
  public static List<SourceStream> open(Path path, ReadLimits limits) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (!Files.isDirectory(path)) {
      return List.of(new FolderReader(path, List.of(path), List.of(), limits));
    }
    Walk walk = new Walk(limits, path);
    Files.walkFileTree(path, EnumSet.noneOf(FileVisitOption.class), DEEPEST, walk);
    walk.packed.removeIf(file ->
        (SourceNaming.isInHostTree(path.relativize(file).toString())
                || ArchiveFormat.isCompressedFile(file))
            && walk.loose.add(file));
    Collections.sort(walk.loose);
    Collections.sort(walk.packed);
    Collections.sort(walk.links);
    List<SourceStream> streams = new ArrayList<>();
    if (!walk.loose.isEmpty() || !walk.links.isEmpty()) {
      streams.add(new FolderReader(path, walk.loose, walk.links, limits));
    }
    for (Path file : walk.packed) {
      streams.add(new FolderReader(path, List.of(file), List.of(), limits));
    }
    return streams;
  }

  /** Whether this is one file, packed or not, rather than a folder or an archive. */
  public static boolean isSingleFile(Path path) {
    return Files.isRegularFile(path) && ArchiveFormat.isSingleFile(path);
  }

  /** Finds the files of a folder, without following links. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private static final Pattern PACKED = Pattern.compile(".*\\.(tar|tgz|txz|gz|xz|zst|zip)");

    private final ReadLimits limits;
    private final Path root;
    private final List<Path> loose = new ArrayList<>();
    private final List<Path> packed = new ArrayList<>();
    private final List<Path> links = new ArrayList<>();

    Walk(ReadLimits limits, Path root) {
      this.limits = limits;
      this.root = root;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
        throws SourceException {
      if (attributes.isSymbolicLink()) {
        links.add(file);
      } else if (attributes.isRegularFile()) {
        (PACKED.matcher(file.toString()).matches() ? packed : loose).add(file);
      }
      if (loose.size() + packed.size() + links.size() > limits.entries()) {
        throw new SourceException(
            root + ": has more than " + limits.entries() + " files; pass a smaller folder");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      loose.add(file);
      return FileVisitResult.CONTINUE;
    }
  }
}
