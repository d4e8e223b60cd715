package dev.headroom.sim.uet;

import java.util.Arrays;

/**
 * REPS, recycled entropy packet spraying (Bonato et al., REPS: Recycled Entropy Packet Spraying for
 * Adaptive Load Balancing and Failure Mitigation, EuroSys 2026; {@code UecMpReps} and {@code
 * buffer_reps.cpp} of uet-htsim).
 *
 * <p>The last eight values that came back without a mark stand in a ring. Each is used once, the
 * oldest first; where none is left, a random value is drawn. After a timeout no new ways are
 * explored: the ring is frozen and its values used round and round, for 10 ms; then it is emptied
 * and sixteen random values explore anew.
 */
final class Reps extends EntropySource {
  private static final int RING = 8;
  private static final int EXPLORE = 16;
  private static final long FREEZE_PS = 10_000_000_000L;

  private final int values;
  private final short[] ring = new short[RING];
  private final boolean[] isFresh = new boolean[RING];
  private int head;
  private int filled;
  private int fresh;
  private int frozenAt;
  private boolean frozen;
  private long thawPs;
  private int explore;

  /**
   * @param values how many; a power of two
   */
  Reps(int values, long key) {
    super(key);
    this.values = values;
  }

  @Override
  public int next(long sent, long windowPackets) {
    if (explore > 0) {
      explore--;
      return draw(values);
    }
    if (filled == 0 || (!frozen && fresh == 0)) {
      return draw(values);
    }
    return frozen ? takeNextCyclic() : takeOldestFresh();
  }

  private int takeOldestFresh() {
    int at = (head - fresh + RING) % RING;
    isFresh[at] = false;
    fresh--;
    return ring[at];
  }

  private int takeNextCyclic() {
    int at = frozenAt;
    fresh -= isFresh[at] ? 1 : 0;
    isFresh[at] = false;
    frozenAt = (at + 1) % filled;
    return ring[at];
  }

  @Override
  public void onFeedback(int value, Verdict verdict, long nowPs) {
    if (verdict == Verdict.TIMED_OUT && !frozen && explore == 0) {
      frozen = true;
      thawPs = nowPs + FREEZE_PS;
    }
    if (frozen && nowPs > thawPs) {
      thaw();
    }
    if (verdict == Verdict.GOOD) {
      fresh += isFresh[head] ? 0 : 1;
      ring[head] = (short) value;
      isFresh[head] = true;
      head = (head + 1) % RING;
      filled = Math.min(filled + 1, RING);
    }
  }

  private void thaw() {
    frozen = false;
    Arrays.fill(isFresh, false);
    head = 0;
    filled = 0;
    fresh = 0;
    frozenAt = 0;
    explore = EXPLORE;
  }
}
