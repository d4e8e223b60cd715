package dev.headroom.collect.bundle;

import com.github.luben.zstd.ZstdOutputStream;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.NamedOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
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
 * Writer of a bundle archive that only its owner can read. The file is made new: never over one
 * that is there, never through a symbolic link. It appears whole, on {@link #commit}, or not at
 * all.
 */
public final class BundleWriter implements AutoCloseable {
  private final Path file;

  /** What is written until it is whole. */
  private final Path draft;

  private final TarArchiveOutputStream tar;
  private final long seconds;
  private boolean committed;

  private BundleWriter(Path file, Path draft, TarArchiveOutputStream tar, long seconds) {
    this.file = file;
    this.draft = draft;
    this.tar = tar;
    this.seconds = seconds;
  }

  /** Whether a file of this name can be written: its ending says how it is packed. */
  public static boolean isSupported(Path file) {
    return String.valueOf(file.getFileName()).matches(".*\\.(tar\\.zst|tar\\.gz|tgz|tar)");
  }

  /**
   * Begins the file.
   *
   * @param seconds when its content is from, since 1970
   * @throws FileAlreadyExistsException if anything of that name is there
   */
  public static BundleWriter create(Path file, long seconds) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Path draft = TemporaryFiles.newPath(file);
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    SeekableByteChannel channel;
    try {
      channel =
          Files.newByteChannel(
              draft,
              options,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileSystemException e) {
      throw NamedOutput.under(file, e);
    }
    return into(file, draft, Channels.newOutputStream(channel), seconds);
  }

  /** Writes to a draft that was made for it. */
  static BundleWriter into(Path file, Path draft, OutputStream made, long seconds)
      throws IOException {
    TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            packed(file.toString(), new BufferedOutputStream(new NamedOutput(file, made))),
            "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    return new BundleWriter(file, draft, tar, seconds);
  }

  private static OutputStream packed(String name, OutputStream out) throws IOException {
    if (name.endsWith(".zst")) {
      ZstdLibrary.load();
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

  /**
   * The archive is whole and gets its name.
   *
   * @throws FileAlreadyExistsException if somebody else has made a file of that name meanwhile
   */
  public void commit() throws IOException {
    tar.close();
    TemporaryFiles.commitNew(draft, file);
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
      Files.deleteIfExists(draft); // whatever kept it from being closed, as a full disk does
    }
  }
}
