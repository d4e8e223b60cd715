package dev.headroom.app.progress;

import dev.headroom.app.screen.Terminal;
import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.sweep.SweepListener;
import dev.headroom.tune.sweep.TrialRow;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.unit.CountedNoun;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Progress display of a sweep: trials that have a row, failed ones, and the time left. */
public final class SweepProgressLine implements SweepListener, AutoCloseable {
  private final StatusLine status;
  private final boolean quiet;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private long startNs;
  private long trials;
  private long missing;
  private long ended;
  private long failed;

  /**
   * @param quiet whether nothing is shown
   * @param stop whether the user stopped the command
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public SweepProgressLine(
      PrintWriter err,
      Terminal terminal,
      boolean quiet,
      BooleanSupplier stop,
      LongSupplier clockNs) {
    this.status = new StatusLine(err, terminal, clockNs);
    this.quiet = quiet;
    this.stop = stop;
    this.clockNs = clockNs;
    this.startNs = clockNs.getAsLong();
  }

  @Override
  public void began(long all, long without) {
    trials = all;
    missing = without;
    startNs = clockNs.getAsLong();
  }

  @Override
  public void ended(TrialRow row) {
    ended++;
    failed += row.outcome() instanceof TrialOutcome.Failed ? 1 : 0;
    waited();
  }

  @Override
  public void waited() {
    if (!quiet && status.isDue()) {
      status.show(line());
    }
  }

  private String line() {
    double seconds = (clockNs.getAsLong() - startNs) * 1e-9;
    long done = trials - missing + ended;
    return "%,d of %s, %s%s%s"
        .formatted(
            done,
            CountedNoun.of(trials, "trial"),
            NumberText.percent((double) done / trials),
            failed > 0 ? ", " + NumberText.count(failed) + " failed" : "",
            ended > 0
                ? ", " + ProgressLine.left(seconds * (missing - ended) / ended) + " left"
                : "");
  }

  /** Trials that have ended while this listened. */
  public long ended() {
    return ended;
  }

  /** Those of them that failed. */
  public long failed() {
    return failed;
  }

  /** Trials of the slice that had a row before. */
  public long before() {
    return trials - missing;
  }

  /** Trials of the slice without a row. */
  public long left() {
    return missing - ended;
  }

  @Override
  public boolean shouldContinue() {
    return !stop.getAsBoolean();
  }

  @Override
  public void close() {
    status.close();
  }
}
