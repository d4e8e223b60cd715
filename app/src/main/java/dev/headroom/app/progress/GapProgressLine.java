package dev.headroom.app.progress;

import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.gap.GapProgress;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.ProgressListener;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Progress display of a performance gap report: the simulation, its share that is done and the time
 * left. A thread of its own shows it, since a large scenario takes seconds to build.
 */
public final class GapProgressLine implements GapProgress, AutoCloseable {
  private static final long LOOK_MILLIS = 200;

  /** Share of a run before which the time left is a guess. */
  private static final double LEAST_SHARE = 0.02;

  private final StatusLine status;
  private final BooleanSupplier stop;
  private final LongSupplier clockNs;
  private final Thread shower;
  private String step = "";
  private double done;
  private long beganNs;

  /**
   * @param stop whether the user stopped the command
   * @param clockNs a clock such as {@code System::nanoTime}
   */
  public GapProgressLine(
      PrintWriter err, Terminal terminal, BooleanSupplier stop, LongSupplier clockNs) {
    this.status = new StatusLine(err, terminal, clockNs);
    this.stop = stop;
    this.clockNs = clockNs;
    this.beganNs = clockNs.getAsLong();
    this.shower = Thread.ofPlatform().daemon().name("gap-progress").unstarted(this::showAll);
  }

  /** Begins to show it. */
  public GapProgressLine started() {
    shower.start();
    return this;
  }

  private void showAll() {
    try {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        showIfDue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void showIfDue() {
    if (!step.isEmpty() && status.isDue()) {
      status.show(line());
    }
  }

  private String line() {
    double seconds = (clockNs.getAsLong() - beganNs) * 1e-9;
    return "simulating %s: %s%s"
        .formatted(
            step,
            NumberText.percent(done),
            done < LEAST_SHARE
                ? ""
                : ", "
                    + NumberText.decimal(Math.max(1, seconds * (1 - done) / done), 0)
                    + " s left");
  }

  @Override
  public synchronized void step(String what) {
    step = what;
    done = 0;
    beganNs = clockNs.getAsLong();
  }

  @Override
  public ProgressListener listen(Scenario scenario) {
    ProgressEstimate estimate = ProgressEstimate.of(scenario);
    return (nowPs, flows, packets) -> {
      at(estimate.done(nowPs, packets));
      return shouldContinue();
    };
  }

  private synchronized void at(double share) {
    done = Math.clamp(share, 0, 0.99);
  }

  @Override
  public boolean shouldContinue() {
    return !stop.getAsBoolean();
  }

  @Override
  public void close() {
    shower.interrupt();
    synchronized (this) {
      step = "";
      status.close();
    }
  }
}
