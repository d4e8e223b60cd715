package dev.headroom.wire.verbs;

/**
 * One end of a reliable connection (RC). Work requests are done in the order in which they were
 * posted; a failure puts the queue pair in error, and everything that is left is flushed.
 */
public interface QueuePair extends AutoCloseable {
  /**
   * The states that a user can see (IBA 10.3.1); the ones between are passed in {@link #connect}.
   */
  enum State {
    /** Receives may be posted; nothing is taken from the wire. */
    INITIALIZED,
    /** Connected: sends and receives. */
    READY,
    /** Something failed; everything is flushed. */
    ERROR
  }

  /** What the peer has to be told: where this is, its number, and its first PSN. */
  Peer self();

  State state();

  /** Joins it with a peer, which has to be joined with this one. */
  default void connect(Peer peer, ConnectionSettings settings) {
    connect(peer, settings, self().startingPsn());
  }

  /**
   * The same, with another PSN for the first request than {@link #self} says: with the connection
   * manager each side says what the other begins with.
   */
  void connect(Peer peer, ConnectionSettings settings, int startingPsn);

  /**
   * Posts work.
   *
   * @throws IllegalStateException if it is not connected, or has no room
   * @throws IllegalArgumentException if the request contradicts itself
   */
  void post(WorkRequest request);

  /** Posts room for a SEND, or for what a WRITE with immediate brings. */
  void postReceive(long id, ScatterGather... room);

  /** Puts it in error, which flushes what was posted, and forgets its number. */
  @Override
  void close();
}
