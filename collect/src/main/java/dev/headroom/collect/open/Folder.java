package dev.headroom.collect.open;

import dev.headroom.formats.source.Source;
import dev.headroom.formats.source.SourceException;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.Unread;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Files of a folder, or one file; those that are packed are opened. */
record Folder(Path root, List<Path> files, List<Path> links, Limits limits)
    implements SourceStream {
  @Override
  public void forEach(SourceVisitor visitor) throws IOException {
    Links found = new Links(root.toString(), whose());
    for (Path link : links) {
      String name = root.relativize(link).toString();
      Optional<String> wrong = Naming.clean(name).flatMap(clean -> added(found, clean, link));
      if (wrong.isPresent()) {
        visitor.unread(new Unread(link.toString(), wrong.get()));
      }
    }
    boolean oneHost = isOneHost();
    for (Path file : files) {
      try {
        visit(file, oneHost, visitor);
      } catch (SourceException e) {
        visitor.unread(new Unread(file.toString(), Archive.said(e)));
      }
    }
    for (Source source : found.sources()) {
      visitor.visit(source);
    }
  }

  /**
   * Whether all that lies here is one host's: its own tree begins right here, or this is a copy of
   * {@code /sys/class/infiniband}. Loose files beside these are of that host too.
   */
  private boolean isOneHost() {
    return files.stream().anyMatch(file -> Naming.isOfOneHost(root.relativize(file).toString()));
  }

  /** What a folder that holds one host's tree names that host. */
  private String whose() {
    return String.valueOf(root.toAbsolutePath().normalize().getFileName());
  }

  private static Optional<String> added(Links links, String name, Path link) {
    try {
      return links.add(name, Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.of("is a link that cannot be read");
    }
  }

  private void visit(Path file, boolean oneHost, SourceVisitor visitor) throws IOException {
    boolean alone = file.equals(root);
    String name = alone ? String.valueOf(file.getFileName()) : root.relativize(file).toString();
    String clean = Naming.clean(name).orElse("file");
    long size;
    Packing packing;
    try (BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      size = Files.size(file);
      packing = Packing.of(in);
      if (packing != Packing.NONE) {
        new Archive(limits, visitor).visit(in, file.toString(), clean, 1);
        return;
      }
    } catch (IOException e) {
      visitor.unread(new Unread(file.toString(), "cannot be read: " + Archive.said(e)));
      return;
    }
    Naming naming = oneHost ? Naming.under(whose(), clean) : Naming.of(clean);
    visitor.visit(
        new OpenedSource(naming, file.toString(), OptionalLong.of(size), () -> bounded(file)));
  }

  private InputStream bounded(Path file) throws IOException {
    return new BoundedStream(Files.newInputStream(file), limits, true);
  }
}
