package dev.headroom.app.progress;

import dev.headroom.app.improve.ImproveListener;
import dev.headroom.app.screen.Terminal;
import dev.headroom.tune.study.StudyListener;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Progress display of an improvement: the step, and within it the time left. */
public final class ImproveProgressLine implements ImproveListener, AutoCloseable {
  private final PrintWriter err;
  private final Terminal terminal;
  private final boolean quiet;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private final StatusLine status;
  private @Nullable TuneProgressLine search;
  private String step = "";
  private long startNs;

  /**
   * @param quiet whether nothing is shown
   * @param stop whether the user stopped the command
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public ImproveProgressLine(
      PrintWriter err,
      Terminal terminal,
      boolean quiet,
      BooleanSupplier stop,
      LongSupplier clockNs) {
    this.err = err;
    this.terminal = terminal;
    this.quiet = quiet;
    this.stop = stop;
    this.clockNs = clockNs;
    status = new StatusLine(err, terminal, clockNs);
  }

  @Override
  public synchronized void began(int number, int of, String title) {
    endSearch();
    step = "step %d of %d: %s".formatted(number, of, title);
    startNs = clockNs.getAsLong();
    show(step);
  }

  @Override
  public synchronized void ran(int runs, int of) {
    double seconds = (clockNs.getAsLong() - startNs) * 1e-9;
    show(
        "%s: %d of %d runs, %s left"
            .formatted(step, runs, of, ProgressLine.left(seconds * (of - runs) / runs)));
  }

  private void show(String text) {
    if (!quiet && status.isDue()) {
      status.show(text);
    }
  }

  @Override
  public synchronized StudyListener search(int runs) {
    endSearch();
    TuneProgressLine line =
        new TuneProgressLine(err, terminal, quiet, stop, clockNs, runs, Long.MAX_VALUE);
    search = line;
    return line;
  }

  private void endSearch() {
    if (search != null) {
      search.close();
      search = null;
    }
  }

  @Override
  public void note(String sentence) {
    if (!quiet) {
      err.println("headroom: " + sentence);
      err.flush();
    }
  }

  @Override
  public boolean isStopped() {
    return stop.getAsBoolean();
  }

  @Override
  public synchronized void close() {
    endSearch();
    status.close();
  }
}
