package dev.headroom.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** The .tar.gz of an installation: unpack it anywhere and run {@code bin/headroom}. */
final class Tarball {
  private Tarball() {}

  static Path write(ReleaseInputs inputs, Platform platform, Path folder) throws IOException {
    Path file = inputs.out().resolve(inputs.name(platform) + ".tar.gz");
    GzipParameters gzip = new GzipParameters(); // no name and no time
    gzip.setCompressionLevel(6);
    try (OutputStream out = Files.newOutputStream(file);
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new GzipCompressorOutputStream(out, gzip), "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      String top = folder.getFileName().toString();
      add(tar, folder, top);
      for (Path each : FileTree.below(folder)) {
        add(tar, each, top + "/" + folder.relativize(each));
      }
    }
    return file;
  }

  private static void add(TarArchiveOutputStream tar, Path file, String name) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name + (Files.isDirectory(file) ? "/" : ""));
    entry.setModTime(Files.getLastModifiedTime(file));
    entry.setMode(FileTree.isProgram(file) ? 0755 : 0644);
    entry.setSize(Files.isDirectory(file) ? 0 : Files.size(file));
    tar.putArchiveEntry(entry);
    if (!Files.isDirectory(file)) {
      Files.copy(file, tar);
    }
    tar.closeArchiveEntry();
  }
}
