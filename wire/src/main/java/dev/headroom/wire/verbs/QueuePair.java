package dev.headroom.wire.verbs;

/**
 * Queue pair: one end of a connection, or of datagram traffic. Work requests are done in the order
 * in which they were posted; a failure puts the queue pair in error, and everything that is left is
 * flushed.
 *
 * <p>It is made in state {@link State#INIT}. Its states are changed as the specification allows
 * (IBA 10.3.1), which is what {@code ibv_modify_qp} does; anything else throws {@link
 * IllegalStateException}.
 */
public interface QueuePair extends AutoCloseable {
  /** The states (IBA 10.3.1). */
  enum State {
    /** Nothing may be posted, nothing is taken from the wire. */
    RESET,
    /** Receives may be posted; nothing is taken from the wire. */
    INIT,
    /** Ready to receive: what comes is served. */
    RTR,
    /** Ready to send: what is posted is sent, too. */
    RTS,
    /** Send queue drained: what was begun is finished, what is posted waits. */
    SQD,
    /** Send queue error: a request failed; sends are flushed, receives go on. UC and UD only. */
    SQE,
    /** Something failed; everything is flushed. */
    ERROR
  }

  /** What the peer has to be told: where this is, its number, and its first PSN. */
  Peer self();

  QueuePairType type();

  State state();

  /**
   * Joins it with a peer, which has to be joined with this one: {@link #readyToReceive}, then
   * {@link #readyToSend} from the PSN that {@link #self} says.
   */
  default void connect(Peer peer, ConnectionSettings settings) {
    connect(peer, settings, self().startingPsn());
  }

  /**
   * The same, with another PSN for the first request than {@link #self} says: with the connection
   * manager each side says what the other begins with.
   */
  default void connect(Peer peer, ConnectionSettings settings, int startingPsn) {
    readyToReceive(peer, settings);
    readyToSend(startingPsn);
  }

  /**
   * From INIT to RTR, for RC and UC.
   *
   * @param peer who is believed; its first request has the PSN that is said there
   */
  void readyToReceive(Peer peer, ConnectionSettings settings);

  /**
   * From RTR to RTS, for RC and UC.
   *
   * @param startingPsn of the first request, 0 to 2^24-1
   */
  void readyToSend(int startingPsn);

  /** From INIT to RTS, for UD. */
  void open(DatagramSettings settings);

  /** From RTS to SQD: what was begun is finished, the rest waits. */
  void drain();

  /** From SQD or SQE back to RTS. */
  void resume();

  /** From any state to ERROR: everything that was posted is flushed. */
  void fail();

  /** From any state to RESET: everything that was posted is forgotten, without completions. */
  void reset();

  /** From RESET to INIT. */
  void initialize();

  /**
   * Posts work, in RTS or SQD. In SQE and ERROR it is flushed.
   *
   * @throws IllegalStateException in other states, or if there is no room
   * @throws IllegalArgumentException if the request contradicts itself, or its type
   */
  void post(WorkRequest request);

  /**
   * Posts room for a SEND, or for what a WRITE with immediate brings.
   *
   * @throws IllegalStateException if there is no room, in RESET, or if its receives are shared
   */
  void postReceive(long id, ScatterGather... room);

  /** Forgets it and its number. What was posted is flushed. */
  @Override
  void close();
}
