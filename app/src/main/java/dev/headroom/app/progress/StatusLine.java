package dev.headroom.app.progress;

import dev.headroom.app.screen.Terminal;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Progress display of a slow operation: on a terminal one line that is overwritten, elsewhere a
 * line every ten seconds. Under two seconds it says nothing.
 */
public final class StatusLine implements AutoCloseable {
  private static final long QUIET_NS = 2_000_000_000L;
  private static final long REFRESH_NS = 200_000_000L;
  private static final long REPEAT_NS = 10_000_000_000L;

  private final PrintWriter err;
  private final Terminal terminal;
  private final LongSupplier clockNs;
  private long nextNs;
  private int shown;

  /**
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public StatusLine(PrintWriter err, Terminal terminal, LongSupplier clockNs) {
    this.err = err;
    this.terminal = terminal;
    this.clockNs = clockNs;
    nextNs = clockNs.getAsLong() + (terminal.interactive() ? QUIET_NS : REPEAT_NS);
  }

  /** Whether it is time to say something. */
  public boolean isDue() {
    return clockNs.getAsLong() >= nextNs;
  }

  /** Says it. */
  public void show(String text) {
    long now = clockNs.getAsLong();
    if (terminal.interactive()) {
      nextNs = now + REFRESH_NS;
      err.print("\r" + text + " ".repeat(Math.max(0, shown - text.length())));
      shown = text.length();
    } else {
      nextNs = now + REPEAT_NS;
      err.println("headroom: " + text);
    }
    err.flush();
  }

  /** Wipes the line. */
  @Override
  public void close() {
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      err.flush();
    }
  }
}
