package dev.headroom.app.burnin;

import dev.headroom.app.progress.StatusLine;
import dev.headroom.prove.run.RunProgress;
import dev.headroom.prove.slice.Slice;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;

/** Progress line of a burn-in: the slice that runs, and how many there are. */
final class BurnInProgressLine implements RunProgress, AutoCloseable {
  private final StatusLine line;
  private final PrintWriter err;
  private final BooleanSupplier stop;

  /**
   * @param stop whether the user stopped the command
   */
  BurnInProgressLine(StatusLine line, PrintWriter err, BooleanSupplier stop) {
    this.line = line;
    this.err = err;
    this.stop = stop;
  }

  @Override
  public void began(Slice slice, int of) {
    if (line.isDue()) {
      line.show(
          "%s, slice %d of %d, hour %.1f"
              .formatted(
                  slice.step().title(), slice.number() + 1, of, slice.fromSecond() / 3600.0));
    }
  }

  @Override
  public void resumed(int done, int of) {
    err.printf("headroom: going on after %d of %d slices%n", done, of);
  }

  @Override
  public boolean shouldStop() {
    return stop.getAsBoolean();
  }

  @Override
  public void close() {
    line.close();
  }
}
