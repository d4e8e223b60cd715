package dev.headroom.formats;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writer of a text file that appears whole or not at all. It writes a file beside the target, which
 * replaces the target on {@link #commit}. Closed without that, it leaves what was there before. A
 * link stays one, and what is no file, as a terminal or a pipe, is written to. Not thread-safe.
 */
public final class AtomicWriter extends Writer {
  private final Path target;

  /** The target itself where that is no file. */
  private final Path draft;

  private final Writer out;
  private boolean open = true;

  private AtomicWriter(Path target, Path draft, Writer out) {
    this.target = target;
    this.draft = draft;
    this.out = out;
  }

  /**
   * Starts a file; its folder is made if need be.
   *
   * @throws FileSystemException if nothing can be written there; the message names the target
   */
  public static AtomicWriter open(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new FileSystemException(target + ": is a folder; a file is required");
    }
    boolean exists = Files.exists(target);
    boolean straight = exists && !Files.isRegularFile(target);
    try {
      Path full = exists && !straight ? target.toRealPath() : target.toAbsolutePath();
      Path draft = straight ? full : draft(full);
      Writer out =
          new BufferedWriter(
              new OutputStreamWriter(NamedOutput.open(draft, target), StandardCharsets.UTF_8));
      return new AtomicWriter(full, draft, out);
    } catch (AccessDeniedException e) {
      throw new FileSystemException(target + ": no permission to write");
    }
  }

  private static Path draft(Path target) throws IOException {
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException(target + " is not a file name");
    }
    Files.createDirectories(folder);
    return TemporaryFiles.newPath(target);
  }

  /** Writes a whole text. */
  public static void write(Path target, CharSequence text) throws IOException {
    try (AtomicWriter writer = open(target)) {
      writer.append(text);
      writer.commit();
    }
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    try {
      out.write(text, from, length);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw named(e);
    }
  }

  /** A disk that is full does not say for which file. */
  private IOException named(IOException failure) {
    if (failure instanceof FileSystemException) {
      return failure;
    }
    FileSystemException named =
        new FileSystemException(target.toString(), null, FailureMessage.of(failure));
    named.initCause(failure);
    return named;
  }

  /** Puts the file in its place and closes this writer. */
  public void commit() throws IOException {
    flush();
    out.close();
    if (!draft.equals(target)) {
      TemporaryFiles.commit(draft, target);
    }
    open = false;
  }

  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      try {
        out.close();
      } finally { // also where the disk is full
        if (!draft.equals(target)) {
          Files.deleteIfExists(draft);
        }
      }
    }
  }
}
