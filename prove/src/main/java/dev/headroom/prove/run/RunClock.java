package dev.headroom.prove.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Seconds from the start of a run. They never go back when somebody sets the machine's clock, and
 * go on over a process that ended: then only the clock knows how long that took.
 */
final class RunClock {
  private static final double NANO = 1e-9;

  private final InstantSource clock;
  private final LongSupplier nanos;
  private Instant start;
  private double last;
  private long lastNanos;

  /**
   * @param nanos time that only grows, in nanoseconds
   */
  RunClock(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    start = clock.instant();
    lastNanos = nanos.getAsLong();
  }

  /**
   * Goes on with a run.
   *
   * @param first when it started
   * @param second the latest time that it knows
   */
  void resume(Instant first, double second) {
    start = first;
    last = second;
    lastNanos = nanos.getAsLong();
  }

  /** What the machine's clock says. */
  Instant now() {
    return clock.instant();
  }

  /** Seconds from the start of the run. */
  double second() {
    long now = nanos.getAsLong();
    double passed = last + (now - lastNanos) * NANO;
    double byClock = Duration.between(start, clock.instant()).toMillis() / 1000.0;
    last = Math.max(passed, byClock);
    lastNanos = now;
    return last;
  }

  /** A stretch of time that begins now. */
  Stretch stretch() {
    return new Stretch(clock.instant(), nanos.getAsLong());
  }

  /** Stretch of time, from its beginning until it is asked. */
  final class Stretch {
    private final Instant began;
    private final long beganNanos;

    private Stretch(Instant began, long beganNanos) {
      this.began = began;
      this.beganNanos = beganNanos;
    }

    /** Its length in seconds, whatever the machine's clock says. */
    double seconds() {
      return (nanos.getAsLong() - beganNanos) * NANO;
    }

    /** Seconds by which the machine's clock went further than the time; below 0 if it went back. */
    double jump() {
      return Duration.between(began, clock.instant()).toMillis() / 1000.0 - seconds();
    }
  }
}
