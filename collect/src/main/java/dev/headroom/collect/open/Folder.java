package dev.headroom.collect.open;

import dev.headroom.formats.source.Source;
import dev.headroom.formats.source.SourceException;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.Unread;
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
record Folder(Path root, List<Path> files, List<Path> links, Limits limits)
    implements SourceStream {
  @Override
  public void forEach(SourceVisitor visitor) throws IOException {
    boolean oneHost = isOneHost();
    Links found = links(oneHost, visitor);
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
          visitor.unread(new Unread(file.toString(), Archive.said(e)));
        }
      }
      Optional<Source> its = found.of(host.getKey());
      if (its.isPresent()) {
        visitor.visit(its.get());
      }
    }
    for (Source source : found.sources()) {
      visitor.visit(source);
    }
    found.others(visitor);
    if (left > 0) {
      visitor.unread(
          new Unread(
              root.toString(),
              "%s not read, since those that were hold %s; give a smaller folder"
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

  private Links links(boolean oneHost, SourceVisitor visitor) throws IOException {
    Links found = new Links(root.toString(), oneHost ? whose() : "");
    for (Path link : links) {
      Optional<String> wrong =
          Naming.clean(root.relativize(link).toString())
              .flatMap(clean -> added(found, clean, link));
      if (wrong.isPresent()) {
        visitor.unread(new Unread(link.toString(), wrong.get()));
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
    return Naming.reported(whose()).isPresent()
        || Stream.concat(files.stream(), links.stream())
            .anyMatch(file -> Naming.isOfOneHost(root.relativize(file).toString()));
  }

  /** What a folder that holds one host's tree names that host. */
  private String whose() {
    return String.valueOf(root.toAbsolutePath().normalize().getFileName());
  }

  private Naming naming(Path file, boolean oneHost) {
    String clean = clean(file);
    return oneHost ? Naming.under(whose(), clean) : Naming.of(clean);
  }

  private String clean(Path file) {
    boolean alone = file.equals(root);
    String name = alone ? String.valueOf(file.getFileName()) : root.relativize(file).toString();
    return Naming.clean(name).orElse("file");
  }

  private static Optional<String> added(Links links, String name, Path link) {
    try {
      return links.add(name, Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.of("is a link that cannot be read");
    }
  }

  private void visit(Path file, Naming naming, SourceVisitor visitor) throws IOException {
    long size;
    try (BufferedInputStream in = new BufferedInputStream(UserFile.open(file))) {
      size = Files.size(file);
      if (Packing.of(in) != Packing.NONE) {
        new Archive(limits, visitor).visit(in, file.toString(), naming, 1);
        return;
      }
    } catch (IOException e) {
      visitor.unread(new Unread(file.toString(), "cannot be read: " + Archive.said(e)));
      return;
    }
    visitor.visit(
        new OpenedSource(naming, file.toString(), OptionalLong.of(size), () -> bounded(file)));
  }

  private InputStream bounded(Path file) throws IOException {
    return new BoundedStream(UserFile.open(file), limits, true);
  }
}
