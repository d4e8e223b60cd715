package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceException;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import dev.headroom.model.text.UserFile;
import dev.headroom.unit.CountedNoun;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of a folder, or one file; packed files are opened. What one host's folder holds is visited
 * together, its links last.
 */
record FolderReader(Path root, List<Path> files, List<Path> links, ReadLimits limits)
    implements SourceStream {
  @Override
  public void forEach(SourceVisitor visitor) throws IOException {
    boolean oneHost = isOneHost();
    SymbolicLinks found = links(oneHost, visitor);
    Map<String, List<Path>> byHost = new TreeMap<>();
    for (Path file : files) {
      byHost.computeIfAbsent(naming(file, oneHost).host(), _ -> new ArrayList<>()).add(file);
    }
    long taken = 0;
    int left = 0;
    for (Map.Entry<String, List<Path>> host : byHost.entrySet()) {
      for (Path file : host.getValue()) {
        long most = Math.min(size(file), limits.sourceBytes());
        if (taken + most > limits.folderBytes()) {
          left++;
          continue;
        }
        taken += most;
        try {
          visit(file, naming(file, oneHost), visitor);
        } catch (SourceException e) {
          visitor.visitUnread(new UnreadSource(file.toString(), ArchiveReader.said(e)));
        }
      }
      Optional<MachineSource> its = found.of(host.getKey());
      if (its.isPresent()) {
        visitor.visit(its.get());
      }
    }
    for (MachineSource source : found.sources()) {
      visitor.visit(source);
    }
    found.others(visitor);
    if (left > 0) {
      visitor.visitUnread(
          new UnreadSource(
              root.toString(),
              "%s not read, because the files before hold %s; pass a smaller folder"
                  .formatted(
                      CountedNoun.of(left, "file was", "files were"),
                      BoundedStream.mebibytes(taken))));
    }
  }

  /** Of one that is gone nothing is read; whoever opens it says so. */
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private SymbolicLinks links(boolean oneHost, SourceVisitor visitor) throws IOException {
    SymbolicLinks found = new SymbolicLinks(root.toString(), oneHost ? whose() : "");
    for (Path link : links) {
      Optional<String> wrong =
          SourceNaming.clean(root.relativize(link).toString())
              .flatMap(clean -> added(found, clean, link));
      if (wrong.isPresent()) {
        visitor.visitUnread(new UnreadSource(link.toString(), wrong.get()));
      }
    }
    return found;
  }

  /**
   * Whether all that lies here is one host's: its own tree begins right here, this is a copy of
   * {@code /sys/class/infiniband}, or a tool called the folder as it calls a host's report. Loose
   * files beside these are of that host too.
   */
  private boolean isOneHost() {
    return SourceNaming.reported(whose()).isPresent()
        || Stream.concat(files.stream(), links.stream())
            .anyMatch(file -> SourceNaming.isInHostFolder(root.relativize(file).toString()));
  }

  /** What a folder that holds one host's tree names that host. */
  private String whose() {
    return String.valueOf(root.toAbsolutePath().normalize().getFileName());
  }

  private SourceNaming naming(Path file, boolean oneHost) {
    String clean = clean(file);
    return oneHost ? SourceNaming.under(whose(), clean) : SourceNaming.of(clean);
  }

  private String clean(Path file) {
    boolean alone = file.equals(root);
    String name = alone ? String.valueOf(file.getFileName()) : root.relativize(file).toString();
    return SourceNaming.clean(name).orElse("file");
  }

  private static Optional<String> added(SymbolicLinks links, String name, Path link) {
    try {
      return links.add(name, Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.of("is a link that cannot be read");
    }
  }

  private void visit(Path file, SourceNaming naming, SourceVisitor visitor) throws IOException {
    long size;
    try (BufferedInputStream in = new BufferedInputStream(UserFile.open(file))) {
      size = Files.size(file);
      if (ArchiveFormat.of(in) != ArchiveFormat.NONE) {
        new ArchiveReader(limits, visitor).visit(in, file.toString(), naming, 1);
        return;
      }
    } catch (IOException e) {
      visitor.visitUnread(
          new UnreadSource(file.toString(), "cannot be read: " + ArchiveReader.said(e)));
      return;
    }
    visitor.visit(
        new OpenedSource(naming, file.toString(), OptionalLong.of(size), () -> bounded(file)));
  }

  private InputStream bounded(Path file) throws IOException {
    return new BoundedStream(UserFile.open(file), limits, true);
  }
}
