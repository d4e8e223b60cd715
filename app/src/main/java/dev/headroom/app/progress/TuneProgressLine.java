package dev.headroom.app.progress;

import dev.headroom.app.screen.Terminal;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchProgress;
import dev.headroom.tune.study.StudyListener;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Progress display of a search: stage, runs, the front's size and the time left. */
public final class TuneProgressLine implements StudyListener, AutoCloseable {
  private final StatusLine status;
  private final boolean quiet;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private final long startNs;
  private final long endNs;
  private String stage = "today's settings, presets and evenly spread ones";
  private long budget;
  private long recorded;
  private long later;
  private long ended;
  private int front;

  /**
   * @param quiet whether nothing is shown
   * @param stop whether the user stopped the command
   * @param clockNs a clock such as {@code System::nanoTime}
   * @param limitNs time after which no further settings are tried; {@code Long.MAX_VALUE} for none
   */
  public TuneProgressLine(
      PrintWriter err,
      Terminal terminal,
      boolean quiet,
      BooleanSupplier stop,
      LongSupplier clockNs,
      long limitNs) {
    this.status = new StatusLine(err, terminal, clockNs);
    this.quiet = quiet;
    this.stop = stop;
    this.clockNs = clockNs;
    startNs = clockNs.getAsLong();
    endNs = limitNs == Long.MAX_VALUE ? Long.MAX_VALUE : startNs + limitNs;
  }

  @Override
  public synchronized void began(int before, int all, int afterwards) {
    recorded = before;
    budget = all;
    later = afterwards;
  }

  @Override
  public synchronized void ended(RunRequest request, RunAnswer answer) {
    ended++;
    if (!quiet && status.isDue()) {
      status.show(line());
    }
  }

  @Override
  public synchronized void progressed(SearchProgress progress) {
    front = progress.front().size();
    stage =
        switch (progress.stage()) {
          case START -> "today's settings, presets and evenly spread ones";
          case GENERATIONS -> "search";
          case REFINEMENT -> "refinement";
          case COMPARISON -> "comparison on unseen seeds";
        };
  }

  @Override
  public synchronized void stage(String words) {
    stage = words;
  }

  @Override
  public synchronized void checking(int left) {
    stage = "comparison with presets and check under other conditions";
    budget = recorded + ended + left;
    later = left;
  }

  private String line() {
    double seconds = (clockNs.getAsLong() - startNs) * 1e-9;
    long runs = recorded + ended;
    double left = seconds * Math.max(0, budget - runs) / ended;
    if (endNs != Long.MAX_VALUE) {
      double search = Math.max(0, (endNs - clockNs.getAsLong()) * 1e-9);
      left = Math.min(left, search + seconds * later / ended);
    }
    return "%s: %,d of at most %,d runs%s, %s left at most"
        .formatted(
            stage,
            runs,
            Math.max(budget, runs),
            front > 0 ? ", " + front + " on the front" : "",
            ProgressLine.left(left));
  }

  @Override
  public boolean isStopped() {
    return stop.getAsBoolean();
  }

  @Override
  public boolean isOver() {
    return clockNs.getAsLong() >= endNs;
  }

  @Override
  public void close() {
    status.close();
  }
}
