package dev.headroom.sim.uet;

import dev.headroom.sim.kernel.Rng;

/**
 * Source of the entropy value of each packet, which switches hash: packets of one value take one
 * path, and a sender that changes it sprays (Ultra Ethernet specification 1.0, load balancing).
 * What the receiver echoes tells a source which values met congestion.
 *
 * <p>All of these follow {@code uec_mp.cpp} of uet-htsim, the consortium's simulator.
 */
public abstract class EntropySource {
  /** What became of a packet of some value. */
  public enum Verdict {
    GOOD,
    /** It was marked on its way. */
    MARKED,
    /** A switch trimmed it. */
    TRIMMED,
    /** Nothing was heard of it. Its value is not known any more. */
    TIMED_OUT
  }

  private final long key;
  private long draws;

  /**
   * @param key of the stream of random numbers
   */
  EntropySource(long key) {
    this.key = key;
  }

  /**
   * The value of the next packet.
   *
   * @param sent packets sent for the first time so far
   * @param windowPackets packets that the window holds
   */
  public abstract int next(long sent, long windowPackets);

  /** A packet of a value has been heard of; the value is 0 where it is not known. */
  public void onFeedback(int value, Verdict verdict, long nowPs) {}

  /** A random number from 0 to one below {@code n}, which must be a power of two. */
  final int draw(int n) {
    return (int) (Rng.bits(key, draws++) >>> 32) & (n - 1);
  }
}
