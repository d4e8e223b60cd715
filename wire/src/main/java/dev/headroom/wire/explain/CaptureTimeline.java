package dev.headroom.wire.explain;

import dev.headroom.wire.explain.CaptureReport.Moment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Timeline of events, in steps of equal length of which there are never more than {@link #MOST}:
 * where a capture goes on beyond them, two become one. So it takes the same memory however long the
 * capture is.
 */
final class CaptureTimeline {
  static final int MOST = 400;

  private static final long FIRST_STEP_NS = 1000;

  /** What is counted. */
  enum Count {
    BYTES,
    PACKETS,
    RESENT,
    NAKS,
    CNPS,
    MARKED
  }

  private final Map<Count, long[]> counts = new EnumMap<>(Count.class);
  private long startNs;
  private long stepNs = FIRST_STEP_NS;
  private int last = -1;

  /** Counts something; time that goes back counts for the first step. */
  void add(long timeNs, Count what, long number) {
    if (last < 0) {
      startNs = timeNs;
      last = 0;
    }
    while ((timeNs - startNs) / stepNs >= MOST) {
      fold();
    }
    int at = (int) Math.max(0, (timeNs - startNs) / stepNs);
    last = Math.max(last, at);
    of(what)[at] += number;
  }

  private void fold() {
    for (long[] each : counts.values()) {
      for (int i = 0; i < MOST; i++) {
        long sum = 2 * i < MOST ? each[2 * i] + each[2 * i + 1] : 0;
        each[i] = sum;
      }
    }
    stepNs *= 2;
    last /= 2;
  }

  CaptureReport.Timeline finish() {
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      moments.add(
          new Moment(
              at(Count.BYTES, i),
              at(Count.PACKETS, i),
              at(Count.RESENT, i),
              at(Count.NAKS, i),
              at(Count.CNPS, i),
              at(Count.MARKED, i)));
    }
    return new CaptureReport.Timeline(stepNs, moments);
  }

  private long at(Count what, int step) {
    return of(what)[step];
  }

  private long[] of(Count what) {
    return counts.computeIfAbsent(what, _ -> new long[MOST]);
  }
}
