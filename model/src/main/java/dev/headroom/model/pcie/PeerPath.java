package dev.headroom.model.pcie;

/**
 * Limits of transfers between two devices over a root complex, or over the link between sockets. A
 * read of S bytes takes
 *
 * <pre>
 *   max(8 S / readBps, TLPs of completions with this payload / link)
 * </pre>
 *
 * and a write likewise. Example: payload 64, Gen4 x16: 64 of 88 B of TLPs are data, of 227 Gb/s
 * that is 165.
 *
 * @param readBps most that reads have; {@link #ENOUGH}: no limit
 * @param writeBps most that writes have, likewise
 * @param payload most data in a TLP, in bytes, 64 or more; {@link #WHOLE}: as the link has it
 */
public record PeerPath(long readBps, long writeBps, int payload) {
  /** No limit. */
  public static final long ENOUGH = Long.MAX_VALUE;

  /** TLPs go on as they came. */
  public static final int WHOLE = Integer.MAX_VALUE;

  /** Neither a root complex nor another socket is on the way. */
  public static final PeerPath NONE = new PeerPath(ENOUGH, ENOUGH, WHOLE);

  public PeerPath {
    if (readBps < 1 || writeBps < 1 || payload < 64) {
      throw new IllegalArgumentException(
          "rates of a root complex must be over 0, and its TLP payload at least 64 B");
    }
  }

  /** For how long a read of this many bytes keeps others waiting, in picoseconds. */
  double readPs(long size, PcieLink link) {
    double onLink = payload == WHOLE ? 0 : onLink(size, link.tlp().completion(), link);
    return Math.max(readBps == ENOUGH ? 0 : size * 8e12 / readBps, onLink);
  }

  /** For how long a write of this many bytes keeps others waiting, in picoseconds. */
  double writePs(long size, PcieLink link) {
    double onLink = payload == WHOLE ? 0 : onLink(size, link.tlp().write(), link);
    return Math.max(writeBps == ENOUGH ? 0 : size * 8e12 / writeBps, onLink);
  }

  private double onLink(long size, int header, PcieLink link) {
    int most = Math.min(payload, link.maxPayload());
    long tlps = (size + most - 1) / most;
    return (tlps * header + size) * 8e12 / link.tlpBps();
  }
}
