package dev.headroom.model.text;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * Output file whose name stands in every error message. Of a full disk, the system reports only
 * that some disk is full.
 */
public final class NamedOutput extends FilterOutputStream {
  private final Path name;

  /**
   * Over a stream to a file.
   *
   * @param name what messages call the file, which may differ from where it lies for now
   */
  public NamedOutput(Path name, OutputStream out) {
    super(out);
    this.name = name;
  }

  /** Begins a file, as {@link Files#newOutputStream}. */
  public static OutputStream open(Path file, Path name, OpenOption... options) throws IOException {
    try {
      return new NamedOutput(name, Files.newOutputStream(file, options));
    } catch (FileSystemException e) {
      throw under(name, e);
    }
  }

  /**
   * The same failure of a file by another name: that which was asked for, not that of its draft.
   */
  public static FileSystemException under(Path name, FileSystemException e) {
    String file = name.toString();
    FileSystemException named =
        switch (e) {
          case AccessDeniedException _ -> new AccessDeniedException(file);
          case NoSuchFileException _ -> new NoSuchFileException(file);
          case FileAlreadyExistsException _ -> new FileAlreadyExistsException(file);
          default ->
              new FileSystemException(
                  file, null, e.getReason() == null ? e.getMessage() : e.getReason());
        };
    named.initCause(e);
    return named;
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException e) {
      throw named(name, e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw named(name, e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw named(name, e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw named(name, e);
    }
  }

  /** What went wrong with a file, with its name. */
  public static IOException named(Path name, IOException e) {
    if (e instanceof FileSystemException said && said.getFile() != null) {
      return e;
    }
    FileSystemException named =
        new FileSystemException(
            name.toString(), null, e.getMessage() == null ? "cannot be written" : e.getMessage());
    named.initCause(e);
    return named;
  }
}
