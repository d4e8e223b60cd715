package dev.headroom.collect.bundle;

import com.github.luben.zstd.ZstdOutputStream;
import dev.headroom.model.text.NamedOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Writes an archive that only its maker can read. The file is made new: never over one that is
 * there, never through a symbolic link. Closed without {@link #commit}, it is removed again.
 */
public final class BundleWriter implements AutoCloseable {
  private final Path file;
  private final TarArchiveOutputStream tar;
  private final long seconds;
  private boolean committed;

  private BundleWriter(Path file, TarArchiveOutputStream tar, long seconds) {
    this.file = file;
    this.tar = tar;
    this.seconds = seconds;
  }

  /** Whether a file of this name can be written: its ending says how it is packed. */
  public static boolean knows(Path file) {
    return String.valueOf(file.getFileName()).matches(".*\\.(tar\\.zst|tar\\.gz|tgz|tar)");
  }

  /**
   * Makes the file.
   *
   * @param seconds when its content is from, since 1970
   * @throws java.nio.file.FileAlreadyExistsException if anything of that name is there
   */
  public static BundleWriter create(Path file, long seconds) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    SeekableByteChannel channel =
        Files.newByteChannel(
            file,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return into(file, Channels.newOutputStream(channel), seconds);
  }

  /** Writes to a file that was made for it. */
  static BundleWriter into(Path file, OutputStream made, long seconds) throws IOException {
    TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            packed(file.toString(), new BufferedOutputStream(new NamedOutput(file, made))),
            "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    return new BundleWriter(file, tar, seconds);
  }

  private static OutputStream packed(String name, OutputStream out) throws IOException {
    if (name.endsWith(".zst")) {
      return new ZstdOutputStream(out);
    }
    return name.endsWith("gz") ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  /** Adds a file. */
  public void add(String name, byte[] bytes) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(bytes.length);
    entry.setMode(0100600);
    entry.setModTime(seconds * 1000);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  /** The archive is whole and stays. */
  public void commit() throws IOException {
    tar.close();
    committed = true;
  }

  @Override
  public void close() throws IOException {
    if (committed) {
      return;
    }
    try {
      tar.close();
    } finally {
      Files.deleteIfExists(file); // whatever kept it from being closed, as a full disk does
    }
  }
}
