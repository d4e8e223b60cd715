package dev.headroom.sim.host;

import dev.headroom.sim.kernel.Rng;

/**
 * UDP ports of RoCEv2. The destination is 4791; the source carries the entropy that ECMP hashes.
 *
 * <p>Linux derives it from the two queue pair numbers ({@code include/rdma/ib_verbs.h}): {@code
 * rdma_calc_flow_label} multiplies them and folds the product to 20 bits, {@code
 * rdma_flow_label_to_udp_sport} folds that to 14 bits and sets the top two.
 */
public final class UdpPort {
  public static final int ROCEV2 = 4791;

  private static final int FLOW_LABEL_MASK = 0xfffff;
  private static final int VALID_MIN = 0xc000;

  private UdpPort() {}

  /**
   * A 24-bit queue pair number: a function of the host, its peer and which of their queue pairs it
   * is, never of the order of creation. 0 and 1 belong to management.
   */
  public static int queuePairNumber(int host, int peer, int index) {
    long bits = Rng.mix(((long) host << 40) ^ ((long) peer << 16) ^ index);
    return 2 + (int) Long.remainderUnsigned(bits, (1 << 24) - 2);
  }

  /** The source port that Linux gives to a connection between two queue pairs. */
  public static int ofKernel(int localQueuePair, int remoteQueuePair) {
    long product = (long) localQueuePair * remoteQueuePair;
    product ^= product >>> 20;
    product ^= product >>> 40;
    int label = (int) product & FLOW_LABEL_MASK;
    return ((label & 0x3fff) ^ (label >>> 14)) | VALID_MIN;
  }

  /** A source port as a NIC would choose it: random, but fixed for the connection. */
  public static int ofNic(long seed, int host, int peer, int index) {
    long key = Rng.key(seed, "udp " + host + " " + peer + " " + index);
    return VALID_MIN | (int) (Rng.bits(key, 0) & 0x3fff);
  }
}
