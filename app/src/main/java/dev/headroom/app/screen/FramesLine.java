package dev.headroom.app.screen;

import dev.headroom.app.results.Figures;
import dev.headroom.wire.explain.Explainer;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Shows how many frames of a capture have been read: on a terminal one line that is written over,
 * elsewhere a line every ten seconds. Under two seconds it shows nothing.
 */
public final class FramesLine implements Explainer.Progress, AutoCloseable {
  private static final long QUIET_NS = 2_000_000_000L;
  private static final long REFRESH_NS = 200_000_000L;
  private static final long REPEAT_NS = 10_000_000_000L;

  private final PrintWriter err;
  private final Terminal terminal;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private long nextNs;
  private int shown;

  /**
   * @param stop asked at every report: whether to end
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public FramesLine(
      PrintWriter err, Terminal terminal, BooleanSupplier stop, LongSupplier clockNs) {
    this.err = err;
    this.terminal = terminal;
    this.stop = stop;
    this.clockNs = clockNs;
    nextNs = clockNs.getAsLong() + (terminal.interactive() ? QUIET_NS : REPEAT_NS);
  }

  @Override
  public boolean frames(long frames) {
    long now = clockNs.getAsLong();
    if (now >= nextNs) {
      String text = Figures.count(frames) + " frames read";
      if (terminal.interactive()) {
        nextNs = now + REFRESH_NS;
        err.print("\r" + text);
        shown = text.length();
      } else {
        nextNs = now + REPEAT_NS;
        err.println("headroom: " + text);
      }
      err.flush();
    }
    return !stop.getAsBoolean();
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
