package dev.headroom.sim.fabric;

/** Handler of events at hosts other than packets, which a partition passes on. */
public interface HostEvents {
  /** A flow that waited for others is told that one of them got there. */
  void trigger(int flow, long nowPs);

  /**
   * The time has come for flows to start.
   *
   * @param index what whoever scheduled it knows it by
   */
  void start(int index, long nowPs);

  /** The retransmission deadline of a queue pair may have passed. */
  void retry(int queuePair, long nowPs);

  /** A queue pair has waited out an RNR NAK. */
  void resume(int queuePair, long nowPs);

  /**
   * Whether anything can come of a look at the deadline of a queue pair, unless it hears of some.
   */
  default boolean mayRetry(int queuePair) {
    return true;
  }

  /** Whether a queue pair that has waited out what it was told to may do anything then. */
  default boolean mayResume(int queuePair) {
    return true;
  }

  /** A core has done a piece of work; cores are numbered as the transport does. */
  void onCoreDone(int core, long nowPs);

  /** The receiver of a connection owes an ACK that waited for more to come. */
  void acknowledge(int connection, long nowPs);

  /** Somebody's pacing at a host may be over. */
  void paced(int host, long nowPs);

  /** A host may grant credit. */
  void grant(int host, long nowPs);

  /** Routes to hosts have changed, in a run whose ties go by order of insertion. */
  void rerouted(long nowPs);

  /** A host has emptied its receive buffer down to where it may resume its peer. */
  void drained(int host, long nowPs);
}
