package dev.headroom.model.fabric;

/**
 * UDP source ports of RoCEv2, which carry the entropy that ECMP hashes.
 *
 * <p>Linux derives them from the two queue pair numbers ({@code include/rdma/ib_verbs.h}): {@code
 * rdma_calc_flow_label} multiplies them and folds the product to 20 bits, {@code
 * rdma_flow_label_to_udp_sport} folds that to 14 bits and sets the top two.
 */
public final class UdpSourcePort {
  /** The lowest, which a flow label of 0 gives. */
  public static final int LOWEST = 0xc000;

  private static final int FLOW_LABEL_MASK = 0xfffff;

  private UdpSourcePort() {}

  /** That of a connection between two queue pairs, 0xc000 to 0xffff; the same at both ends. */
  public static int ofKernel(int localQueuePair, int remoteQueuePair) {
    long product = (long) localQueuePair * remoteQueuePair;
    product ^= product >>> 20;
    product ^= product >>> 40;
    int label = (int) product & FLOW_LABEL_MASK;
    return ((label & 0x3fff) ^ (label >>> 14)) | LOWEST;
  }
}
