package dev.headroom.model.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * File that a user names, read as a whole; all reads of user files go through this class. It takes
 * so many bytes and then says so, whatever the file is: a device or a pipe has no size to look at
 * before.
 *
 * <p>All methods throw {@link UnusableFileException} for a folder, and for a file of more bytes
 * than are taken; {@code NoSuchFileException} and {@code AccessDeniedException} as {@link Files}
 * does; and a {@link FileSystemException} that names the file where reading fails half-way.
 */
public final class UserFile {
  /** What people write by hand, and a program's source: 16 MiB. */
  public static final long MOST_BY_HAND = 16L << 20;

  /** What programs write too, such as flow lists and traces: 256 MiB, or some million lines. */
  public static final long MOST_BY_PROGRAM = 256L << 20;

  private static final int CHUNK = 1 << 16;

  private UserFile() {}

  /**
   * Its text in UTF-8.
   *
   * @param most bytes that are taken
   * @throws CharacterCodingException if it is of other bytes
   * @throws UnusableFileException also if there is a byte of zero, which no text has
   */
  public static String text(Path file, long most) throws IOException {
    return decoded(bytes(file, most, true));
  }

  /**
   * The text of a stream, such as standard input; as {@link #text(Path, long)}.
   *
   * @param name for messages
   */
  public static String text(InputStream in, Path name, long most) throws IOException {
    return decoded(bytes(in, name, most, true));
  }

  /** Its text; bytes that are not UTF-8 are kept as marks rather than refused. */
  public static String anyText(Path file, long most) throws IOException {
    return new String(bytes(file, most, true), StandardCharsets.UTF_8);
  }

  /** Its bytes. */
  public static byte[] bytes(Path file, long most) throws IOException {
    return bytes(file, most, false);
  }

  /** How it begins; bytes that are not UTF-8 are kept as marks. Of a shorter file all of it. */
  public static String beginning(Path file, int bytes) throws IOException {
    try (InputStream in = open(file)) {
      return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw named(file, e);
    }
  }

  /**
   * Its bytes as a stream, for what is read piece by piece by a reader that bounds each piece
   * itself.
   */
  public static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new UnusableFileException(file, "is a folder, and a file is needed");
    }
    return Files.newInputStream(file);
  }

  private static String decoded(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static byte[] bytes(Path file, long most, boolean text) throws IOException {
    try (InputStream in = open(file)) {
      return bytes(in, file, most, text);
    }
  }

  private static byte[] bytes(InputStream in, Path name, long most, boolean text)
      throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    try {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        if (text) {
          refuseZeros(name, chunk, n, all.size());
        }
        if (all.size() + (long) n > most) {
          throw new UnusableFileException(
              name, "is larger than %s, the maximum for its purpose".formatted(amount(most)));
        }
        all.write(chunk, 0, n);
      }
    } catch (IOException e) {
      throw named(name, e);
    }
    return all.toByteArray();
  }

  private static void refuseZeros(Path name, byte[] chunk, int length, int before)
      throws UnusableFileException {
    for (int i = 0; i < length; i++) {
      if (chunk[i] == 0) {
        throw new UnusableFileException(
            name, "is not text: its byte %d is 0".formatted(before + i + 1L));
      }
    }
  }

  private static String amount(long bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
  }

  /** What went wrong, with the file's name: of a disk that fails the system says only how. */
  private static IOException named(Path file, IOException e) {
    boolean says = e instanceof FileSystemException || e instanceof UnusableFileException;
    return says
        ? e
        : (IOException) new FileSystemException(file.toString(), null, reason(e)).initCause(e);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? "cannot be read" : e.getMessage();
  }
}
