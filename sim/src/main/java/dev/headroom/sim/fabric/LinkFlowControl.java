package dev.headroom.sim.fabric;

/**
 * Flow control of a link at the port at one of its ends: it tells the peer what it may send, and
 * receives the same. {@link LinkPauseControl} stops a peer that sends too much, {@link
 * LinkCreditControl} lets it send no more than there is room for.
 */
public interface LinkFlowControl {
  /** Sends what the peer has to be told of a class; returns how long it holds the transmitter. */
  long send(int priority, long nowPs);

  /** A message of the peer may have come. */
  void arrive(long nowPs);

  /**
   * A message that was sent from another partition is on its way.
   *
   * @param word what it says, as the same flow control at the other end wrote it
   */
  void enterFromPartition(long effectPs, int priority, long word);

  /** The link went down: what is on its way is lost, and what was told before does not hold. */
  void cut(long nowPs);

  /** The link came up. */
  void restart();
}
