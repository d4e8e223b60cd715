package dev.headroom.app.progress;

import dev.headroom.app.screen.Terminal;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.ProgressListener;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Progress display of a run: on a terminal one line that is overwritten, elsewhere a line every ten
 * seconds. Runs of under two seconds show nothing.
 */
public final class ProgressLine implements ProgressListener, AutoCloseable {
  private static final long QUIET_NS = 2_000_000_000L;
  private static final long REFRESH_NS = 200_000_000L;
  private static final long REPEAT_NS = 10_000_000_000L;
  private static final int BAR = 12;
  private static final double ALMOST = 0.99;

  private final PrintWriter err;
  private final Terminal terminal;
  private final ProgressEstimate extent;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private final long startNs;
  private long nextNs;
  private int shown;

  /**
   * @param extent what there is to do
   * @param stop asked at every report: whether the run is to end
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public ProgressLine(
      PrintWriter err,
      Terminal terminal,
      ProgressEstimate extent,
      BooleanSupplier stop,
      LongSupplier clockNs) {
    this.err = err;
    this.terminal = terminal;
    this.extent = extent;
    this.stop = stop;
    this.clockNs = clockNs;
    this.startNs = clockNs.getAsLong();
    this.nextNs = startNs + (terminal.interactive() ? QUIET_NS : REPEAT_NS);
  }

  @Override
  public synchronized boolean report(long nowPs, long flowsFinished, long packets) {
    long now = clockNs.getAsLong();
    if (now >= nextNs) {
      nextNs = now + (terminal.interactive() ? REFRESH_NS : REPEAT_NS);
      show(line(nowPs, packets, (now - startNs) * 1e-9));
    }
    return !stop.getAsBoolean();
  }

  private String line(long nowPs, long packets, double seconds) {
    double done = Math.min(ALMOST, extent.done(nowPs, packets)); // what is sent twice counts twice
    String text =
        "at "
            + NumberText.time(Math.max(0, nowPs - extent.startPs()))
            + " · "
            + NumberText.percent(done)
            + " · "
            + NumberText.count(packets)
            + " packets · "
            + NumberText.decimal(packets / seconds / 1e6, 2)
            + " M/s"
            + (done > 0.005 && done < ALMOST
                ? " · " + left(seconds * (1 - done) / done) + " left"
                : "");
    return terminal.interactive() ? bar(done) + " " + text : text;
  }

  private String bar(double done) {
    int full = (int) Math.round(Math.clamp(done, 0, 1) * BAR);
    return terminal.unicode()
        ? "━".repeat(full) + "╌".repeat(BAR - full)
        : "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
  }

  static String left(double seconds) {
    long whole = Math.max(1, Math.round(seconds));
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  private void show(String line) {
    String text = terminal.unicode() ? line : line.replace('·', '-');
    if (terminal.interactive()) {
      String cut = text.substring(0, Math.min(text.length(), terminal.lineWidth() - 1));
      err.print("\r" + cut + " ".repeat(Math.max(0, shown - cut.length())));
      shown = cut.length();
    } else {
      err.println("headroom: " + text);
    }
    err.flush();
  }

  /** Wipes the line. */
  @Override
  public synchronized void close() {
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      err.flush();
      shown = 0;
    }
  }
}
