package dev.headroom.app;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * Remembers that something could not be written, which writers that print keep to themselves: a
 * full disk must not pass for a clean end. Not thread-safe.
 */
final class StandardOutput extends OutputStream {
  private final OutputStream out;
  private Optional<IOException> failure = Optional.empty();

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = Optional.of(failure.orElse(e));
      throw e;
    }
  }

  /**
   * The code to exit with, once all was flushed. A reader that has seen enough ({@code | head}) is
   * nothing to talk about.
   */
  int exit(int code, PrintWriter err) {
    if (failure.isEmpty() || code >= Exit.BAD_INPUT) {
      return code;
    }
    String why = String.valueOf(failure.get().getMessage());
    if (!why.contains("Broken pipe")) {
      err.println("headroom: standard output: could not be written: " + why);
    }
    return Exit.COULD_NOT_RUN;
  }
}
