package dev.headroom.wire.perftest;

import java.util.concurrent.TimeUnit;

/**
 * Measured middle of a test by duration: a quarter of its time, in whole seconds, does not count at
 * either end, as with perftest's {@code -D} without {@code -f}.
 *
 * @param fromNs when counting begins
 * @param toNs when it ends
 * @param endNs when the test ends
 */
record SampleWindow(long fromNs, long toNs, long endNs) {
  /** The window of a test that begins now and takes so many seconds. */
  static SampleWindow from(long nowNs, int seconds) {
    long allNs = TimeUnit.SECONDS.toNanos(seconds);
    long marginNs = TimeUnit.SECONDS.toNanos(seconds / 4);
    return new SampleWindow(nowNs + marginNs, nowNs + allNs - marginNs, nowNs + allNs);
  }

  boolean counts(long atNs) {
    return atNs - fromNs >= 0 && atNs - toNs < 0;
  }

  boolean isOver(long atNs) {
    return atNs - endNs >= 0;
  }

  /** How long is counted. */
  double seconds() {
    return (toNs - fromNs) * 1e-9;
  }
}
