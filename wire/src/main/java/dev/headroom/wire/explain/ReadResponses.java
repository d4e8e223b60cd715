package dev.headroom.wire.explain;

import dev.headroom.wire.packet.Bth;

/**
 * READ responses of one direction: which have come, and how to classify a further one. PSNs of
 * other requests, which lie between them, look missing here and are never asked for.
 */
final class ReadResponses {
  enum Sight {
    /** It comes for the first time. */
    FRESH,
    /** For the first time, behind later ones. */
    OVERTAKEN,
    /** For the first time, since it was asked for again. */
    LOST,
    /** It was seen before. */
    AGAIN
  }

  /** A missing one that comes within this time, and was not asked for again, was overtaken. */
  private static final long OVERTAKEN_NS = 500_000;

  private final PsnTracker seen = new PsnTracker();
  private boolean resending;
  private long goneOverNs = Long.MIN_VALUE;
  private int last;

  /** The first that will come, if none has. */
  void expect(int psn) {
    seen.begin(psn);
  }

  /**
   * Takes one.
   *
   * @param askedAgainNs when a READ was last asked for again
   */
  Sight take(int psn, long askedAgainNs, long timeNs) {
    boolean due = askedAgainNs > goneOverNs || (resending && Bth.distance(last, psn) > 0);
    last = psn;
    Sight sight =
        switch (seen.take(psn, 1, 1, timeNs)) {
          case NEXT, AHEAD -> Sight.FRESH;
          case AGAIN -> Sight.AGAIN;
          case LATE -> {
            long sinceNs = seen.missingSinceNs();
            boolean overtook = !due && askedAgainNs < sinceNs && timeNs - sinceNs < OVERTAKEN_NS;
            yield overtook ? Sight.OVERTAKEN : Sight.LOST;
          }
        };
    resending = sight == Sight.LOST || sight == Sight.AGAIN;
    goneOverNs = resending ? timeNs : goneOverNs;
    return sight;
  }

  /** Whether any has come, or is waited for. */
  boolean begun() {
    return seen.begun();
  }

  /** Whether one of these has not come, and a later one has. */
  boolean misses(int from, int to) {
    return seen.misses(from, to);
  }
}
