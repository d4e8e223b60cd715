package dev.headroom.app.process;

import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * Standard output stream that remembers write errors, which print writers hide. Without it a full
 * disk would pass for a clean exit. A reader that has seen enough ({@code | head}) is no failure;
 * there is nothing left to do for it, though. Not thread-safe.
 */
public final class StandardOutput extends OutputStream {
  private final OutputStream out;
  private final Runnable unread;
  private Optional<IOException> failure = Optional.empty();

  /**
   * @param unread called once, when nobody reads any more
   */
  public StandardOutput(OutputStream out, Runnable unread) {
    this.out = out;
    this.unread = unread;
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
      if (failure.isEmpty()) {
        failure = Optional.of(e);
        if (isUnread(e)) {
          unread.run();
        }
      }
      throw e;
    }
  }

  /** What the system says of EPIPE; other languages keep the word. */
  private static boolean isUnread(IOException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** The code to exit with, once all was flushed. */
  public int exit(int code, PrintWriter err) {
    if (failure.isEmpty() || code >= ExitCodes.BAD_INPUT) {
      return code;
    }
    if (isUnread(failure.get())) {
      return ExitCodes.OUTPUT_CLOSED;
    }
    err.println(
        "headroom: standard output: could not be written: " + FailureMessage.of(failure.get()));
    return ExitCodes.COULD_NOT_RUN;
  }
}
