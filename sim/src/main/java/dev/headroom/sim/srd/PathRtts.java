package dev.headroom.sim.srd;

import dev.headroom.sim.kernel.Rng;
import java.util.Arrays;

/**
 * Paths of a connection, with the smoothed RTT of each. Of two drawn at random a packet takes the
 * one with the lesser RTT, so that it avoids those that are overloaded or lose packets and comes
 * back to them, which is ours (Mitzenmacher, "The Power of Two Choices", 2001); that SRD knows RTTs
 * by way and avoids overloaded ones is published (Shalev et al., IEEE Micro 2020).
 */
final class PathRtts {
  /** RTT of a way that nothing has been heard of: any other is taken rather. */
  private static final long UNHEARD = Long.MAX_VALUE;

  /** How much longer a loss counts than an RTT. */
  private static final int LOST = 10;

  private final long key;
  private final int mask;
  private final long memoryPs;
  private final long[] rttPs;

  /** Until when what is known of a way counts; then one packet tries it. */
  private final long[] untilPs;

  private long draws;

  /**
   * @param ways a power of two
   * @param memoryPs how long what was seen of a way counts
   * @param key of the stream of random numbers
   */
  PathRtts(int ways, long memoryPs, long key) {
    this.key = key;
    this.memoryPs = memoryPs;
    mask = ways - 1;
    rttPs = new long[ways];
    untilPs = new long[ways];
    Arrays.fill(untilPs, -1);
  }

  /** The way of the next packet. */
  int next(long nowPs) {
    long bits = Rng.bits(key, draws++);
    int one = (int) bits & mask;
    int other = (int) (bits >>> 32) & mask;
    int way = rtt(other, nowPs) < rtt(one, nowPs) ? other : one;
    if (nowPs > untilPs[way]) {
      set(way, UNHEARD, nowPs + memoryPs);
    }
    return way;
  }

  private long rtt(int way, long nowPs) {
    return nowPs > untilPs[way] ? 0 : rttPs[way];
  }

  /** A packet that went a way has been acknowledged. */
  void onAck(int way, long samplePs, long nowPs) {
    long before = rttPs[way];
    boolean first = nowPs > untilPs[way] || before == UNHEARD;
    set(way, first ? samplePs : before + (samplePs - before) / 4, nowPs + memoryPs);
  }

  /** A packet that went a way is lost. */
  void lost(int way, long nowPs) {
    set(way, UNHEARD, nowPs + LOST * memoryPs);
  }

  private void set(int way, long rtt, long until) {
    rttPs[way] = rtt;
    untilPs[way] = until;
  }
}
