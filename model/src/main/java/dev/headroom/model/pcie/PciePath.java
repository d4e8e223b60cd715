package dev.headroom.model.pcie;

/**
 * Path between a NIC and the memory that it moves: its link, the hops behind it, and the limits on
 * outstanding requests.
 *
 * <pre>
 *   read latency   = memory + 2 * beyond           write latency = half of it
 *   read(S)        = max(TLPs of completions / link, 8 S * read latency / (tags * MRRS), peer, 8 S / share)
 *   write(S)       = max(TLPs of writes / link, 8 S * write latency / credits, peer, 8 S / share)
 * </pre>
 *
 * with the bytes of TLPs of {@link PcieLink} and what a {@link PeerPath} makes of them. Example:
 * generation 5 x16, MPS 256, MRRS 512, 256 tags and 560 ns: a read of 4 KiB holds the link for 78
 * ns, that is 419 Gb/s; with 32 tags for 140 ns, 234 Gb/s.
 *
 * @param link the NIC's
 * @param readTags reads that may be under way, 1 or more
 * @param writeCredits bytes of writes that may be under way; {@link #ENOUGH}: as many as needed
 * @param memoryPs from a read of memory to its data, beside what lies between, in picoseconds
 * @param beyondPs what switches, retimers and the link between sockets take, one way, in
 *     picoseconds
 * @param peer what a root complex passes on from device to device, or a link between sockets
 *     carries
 * @param shareBps what other NICs of the server leave of the root complex, each way; {@link
 *     #ENOUGH}: as much as it needs
 */
public record PciePath(
    PcieLink link,
    int readTags,
    long writeCredits,
    long memoryPs,
    long beyondPs,
    PeerPath peer,
    long shareBps) {
  /** No limit. */
  public static final long ENOUGH = Long.MAX_VALUE;

  /** What a transfer waits for most. */
  public enum Limit {
    /** What the link carries. */
    LINK,
    /** Tags of reads, or credits of writes. */
    UNDER_WAY,
    /** What a root complex passes on from device to device. */
    PEER,
    /** What other NICs of the server leave of the root complex. */
    SHARE
  }

  public PciePath {
    if (readTags < 1 || writeCredits < 1 || memoryPs < 0 || beyondPs < 0 || shareBps < 1) {
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
    return reading(size).ps();
  }

  /** For how long a write of this many bytes keeps others waiting, in picoseconds. */
  public long writePs(long size) {
    return writing(size).ps();
  }

  /** What makes a read of this many bytes take as long as it does. */
  public Limit readLimit(long size) {
    return reading(size).limit();
  }

  /** What makes a write of this many bytes take as long as it does. */
  public Limit writeLimit(long size) {
    return writing(size).limit();
  }

  private Parts reading(long size) {
    return new Parts(
        readOnLink(size), readUnderWay(size, 0), peer.readPs(size, link), sharePs(size));
  }

  private Parts writing(long size) {
    return new Parts(
        writeOnLink(size), writeUnderWay(size, 0), peer.writePs(size, link), sharePs(size));
  }

  /** Parts of a transfer that go on side by side, in picoseconds; of equals the first counts. */
  private record Parts(double onLink, double underWay, double peer, double share) {
    long ps() {
      return (long) Math.ceil(longest());
    }

    private double longest() {
      return Math.max(Math.max(onLink, underWay), Math.max(peer, share));
    }

    Limit limit() {
      double longest = longest();
      if (onLink >= longest) {
        return Limit.LINK;
      }
      if (underWay >= longest) {
        return Limit.UNDER_WAY;
      }
      return peer >= longest ? Limit.PEER : Limit.SHARE;
    }
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
    return new PciePath(other, readTags, writeCredits, memoryPs, beyondPs, peer, shareBps);
  }

  /** The same path where other NICs of the server leave so much of the root complex. */
  public PciePath sharing(long bps) {
    return new PciePath(link, readTags, writeCredits, memoryPs, beyondPs, peer, bps);
  }

  private double sharePs(long size) {
    return shareBps == ENOUGH ? 0 : size * 8e12 / shareBps;
  }
}
