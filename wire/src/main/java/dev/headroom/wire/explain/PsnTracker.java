package dev.headroom.wire.explain;

import dev.headroom.wire.packet.Bth;

/**
 * Tracker of the PSNs of a stream of requests: which have been seen, and how to classify a further
 * one. It keeps the highest and up to 64 gaps below it; where there are more, the oldest is
 * forgotten as if it had been filled.
 */
final class PsnTracker {
  enum Sight {
    /** The next one. */
    NEXT,
    /** Beyond the next one: those between are missing. */
    AHEAD,
    /** One that was missing. */
    LATE,
    /** One that was seen before. */
    AGAIN
  }

  private static final int MOST_GAPS = 64;
  private static final int MOST_SPAN = 1 << 22;

  private final int[] gapFrom = new int[MOST_GAPS];
  private final int[] gapTo = new int[MOST_GAPS];
  private final long[] gapSinceNs = new long[MOST_GAPS];
  private int gaps;
  private boolean begun;

  /**
   * The lowest PSN that may come next, and the highest: they differ after a READ of unknown MTU.
   */
  private int next;

  private int nextMost;

  /** How many PSNs lie between the first and {@link #nextMost}, up to {@link #MOST_SPAN}. */
  private int span;

  private long missingSinceNs;

  /**
   * Takes a request.
   *
   * @param least how many PSNs it takes at least, 1 but for READs
   * @param most how many at most
   */
  Sight take(int psn, int least, int most, long timeNs) {
    if (!begun) {
      begin(psn);
      advance(psn, least, most);
      return Sight.NEXT;
    }
    if (Bth.distance(next, psn) >= 0) {
      boolean ahead = Bth.distance(nextMost, psn) > 0;
      if (ahead) {
        addGap(nextMost, psn, timeNs);
      }
      advance(psn, least, most);
      return ahead ? Sight.AHEAD : Sight.NEXT;
    }
    return fill(psn) ? Sight.LATE : Sight.AGAIN;
  }

  /** The first that will come is known before it does; otherwise it is the first that comes. */
  void begin(int psn) {
    if (!begun) {
      begun = true;
      next = psn;
      nextMost = psn;
    }
  }

  private void advance(int psn, int least, int most) {
    int end = (psn + most) & Bth.PSN_MASK;
    span = Math.clamp((long) span + Bth.distance(nextMost, end), 0, MOST_SPAN);
    next = (psn + least) & Bth.PSN_MASK;
    nextMost = end;
  }

  /** When the gap that the last {@link Sight#LATE} filled was noticed. */
  long missingSinceNs() {
    return missingSinceNs;
  }

  boolean begun() {
    return begun;
  }

  /** Whether one of these was never seen, and a later one was. */
  boolean misses(int from, int to) {
    for (int i = 0; i < gaps; i++) {
      if (Bth.distance(gapFrom[i], to) >= 0 && Bth.distance(from, gapTo[i]) > 0) {
        return true;
      }
    }
    return false;
  }

  /** How many have never been seen. */
  long missing() {
    long sum = 0;
    for (int i = 0; i < gaps; i++) {
      sum += Bth.distance(gapFrom[i], gapTo[i]);
    }
    return sum;
  }

  /**
   * Whether this PSN lies close below the highest, and not below the first that was seen: plausible
   * in an answer, where other queue pairs of the same hosts began elsewhere.
   */
  boolean covers(int psn, int within) {
    int behind = Bth.distance(psn, nextMost);
    return begun && behind > 0 && behind <= Math.min(within, span);
  }

  private void addGap(int from, int to, long timeNs) {
    if (gaps == MOST_GAPS) {
      remove(0);
    }
    gapFrom[gaps] = from;
    gapTo[gaps] = to;
    gapSinceNs[gaps] = timeNs;
    gaps++;
  }

  private void remove(int gap) {
    gaps--;
    System.arraycopy(gapFrom, gap + 1, gapFrom, gap, gaps - gap);
    System.arraycopy(gapTo, gap + 1, gapTo, gap, gaps - gap);
    System.arraycopy(gapSinceNs, gap + 1, gapSinceNs, gap, gaps - gap);
  }

  private boolean fill(int psn) {
    for (int i = 0; i < gaps; i++) {
      if (Bth.distance(gapFrom[i], psn) < 0 || Bth.distance(psn, gapTo[i]) <= 0) {
        continue;
      }
      missingSinceNs = gapSinceNs[i];
      int after = (psn + 1) & Bth.PSN_MASK;
      int end = gapTo[i];
      if (gapFrom[i] == psn) {
        gapFrom[i] = after;
      } else {
        gapTo[i] = psn;
        if (after != end) {
          addGap(after, end, missingSinceNs);
        }
      }
      if (gapFrom[i] == gapTo[i]) {
        remove(i);
      }
      return true;
    }
    return false;
  }
}
