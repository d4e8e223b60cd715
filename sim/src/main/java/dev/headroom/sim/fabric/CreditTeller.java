package dev.headroom.sim.fabric;

/** The messages that tell a port's peer what it may send, and what was sent to it. */
interface CreditTeller {
  /**
   * Room became free in a class. Returns whether a message stands before the next packet here, so
   * that the transmitter may have to be woken.
   */
  boolean freed(int priority, long nowPs);

  /** Something has been sent here: the peer will want to know how much, after a while. */
  void sent();

  /** A time that was asked for has come. */
  void wake(long nowPs);

  /** It is the turn of a message on the wire; returns how long it holds the transmitter. */
  long send(int priority, long nowPs);

  /** From the start of a message to its effect at the peer; see {@link CreditLink#word}. */
  long flightPs(long word);

  /** The limit that the peer was last told. */
  int told(int priority);

  /** Messages sent. */
  long frames();

  /** The link went down. */
  void cut();

  /** The link came up. */
  void restart();
}
