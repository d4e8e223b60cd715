package dev.headroom.model.pcie;

/**
 * The way between a NIC and the memory that it moves: its link, what lies between, and how much may
 * be under way.
 *
 * <pre>
 *   read latency   = memory + 2 * beyond           write latency = half of it
 *   read(S)        = max(TLPs of completions / link, 8 S * read latency / (tags * MRRS), 8 S / peer)
 *   write(S)       = max(TLPs of writes / link, 8 S * write latency / credits, 8 S / peer)
 * </pre>
 *
 * with the bytes of TLPs of {@link PcieLink}. Example: generation 5 x16, MPS 256, MRRS 512, 256
 * tags and 560 ns: a read of 4 KiB holds the link for 78 ns, that is 419 Gb/s; with 32 tags for 140
 * ns, 234 Gb/s.
 *
 * @param link the NIC's
 * @param readTags reads that may be under way, 1 or more
 * @param writeCredits bytes of writes that may be under way; {@link #ENOUGH}: as many as needed
 * @param memoryPs from a read of memory to its data, beside what lies between, in picoseconds
 * @param beyondPs what switches, retimers and the link between sockets take, one way, in
 *     picoseconds
 * @param peerBps what a root complex passes on from device to device, or a link between sockets
 *     carries, whichever is less; {@link #ENOUGH}: the path goes over neither
 */
public record PciePath(
    PcieLink link, int readTags, long writeCredits, long memoryPs, long beyondPs, long peerBps) {
  /** No limit. */
  public static final long ENOUGH = Long.MAX_VALUE;

  /** What a transfer waits for most. */
  public enum Limit {
    /** What the link carries. */
    LINK,
    /** Tags of reads, or credits of writes. */
    UNDER_WAY,
    /** What a root complex passes on from device to device. */
    PEER
  }

  public PciePath {
    if (readTags < 1 || writeCredits < 1 || memoryPs < 0 || beyondPs < 0 || peerBps < 1) {
      throw new IllegalArgumentException(
          "tags, credits and rates of a PCIe path must be over 0, and times at least 0");
    }
  }

  /** From the request of a read to its data, in picoseconds. */
  public long readLatencyPs() {
    return memoryPs + 2 * beyondPs;
  }

  /** What a write takes to memory, and a doorbell to the NIC, in picoseconds. */
  public long writeLatencyPs() {
    return memoryPs / 2 + beyondPs;
  }

  /** For how long a read of this many bytes keeps others waiting, in picoseconds. */
  public long readPs(long size) {
    return longest(readOnLink(size), readUnderWay(size, 0), peerPs(size));
  }

  /** For how long a write of this many bytes keeps others waiting, in picoseconds. */
  public long writePs(long size) {
    return longest(writeOnLink(size), writeUnderWay(size, 0), peerPs(size));
  }

  /** What makes a read of this many bytes take as long as it does. */
  public Limit readLimit(long size) {
    return limit(readOnLink(size), readUnderWay(size, 0), peerPs(size));
  }

  /** What makes a write of this many bytes take as long as it does. */
  public Limit writeLimit(long size) {
    return limit(writeOnLink(size), writeUnderWay(size, 0), peerPs(size));
  }

  private static long longest(double onLink, double underWay, double peer) {
    return (long) Math.ceil(Math.max(Math.max(onLink, underWay), peer));
  }

  private static Limit limit(double onLink, double underWay, double peer) {
    if (onLink >= underWay && onLink >= peer) {
      return Limit.LINK;
    }
    return underWay >= peer ? Limit.UNDER_WAY : Limit.PEER;
  }

  private double readOnLink(long size) {
    return link.completionBytes(size) * 8e12 / link.tlpBps();
  }

  private double writeOnLink(long size) {
    return link.writeBytes(size) * 8e12 / link.tlpBps();
  }

  /**
   * For how long tags that a read of this many bytes takes keep others waiting, in picoseconds.
   *
   * @param longerPs by which it takes longer than the path does
   */
  public long readUnderWayPs(long size, long longerPs) {
    return (long) Math.ceil(readUnderWay(size, longerPs));
  }

  private double readUnderWay(long size, long longerPs) {
    return (double) size
        * (readLatencyPs() + longerPs)
        / ((double) readTags * link.maxReadRequest());
  }

  /**
   * For how long credits that a write of this many bytes takes keep others waiting, in picoseconds.
   *
   * @param longerPs by which it takes longer than the path does
   */
  public long writeUnderWayPs(long size, long longerPs) {
    return (long) Math.ceil(writeUnderWay(size, longerPs));
  }

  private double writeUnderWay(long size, long longerPs) {
    return writeCredits == ENOUGH
        ? 0
        : (double) size * (writeLatencyPs() + longerPs) / writeCredits;
  }

  /** For how long the requests of a read take up the way of writes, in picoseconds. */
  public long requestPs(long size) {
    return (long) Math.ceil(link.readRequestBytes(size) * 8e12 / link.tlpBps());
  }

  /** The same path over another link. */
  public PciePath over(PcieLink other) {
    return new PciePath(other, readTags, writeCredits, memoryPs, beyondPs, peerBps);
  }

  private double peerPs(long size) {
    return peerBps == ENOUGH ? 0 : size * 8e12 / peerBps;
  }
}
