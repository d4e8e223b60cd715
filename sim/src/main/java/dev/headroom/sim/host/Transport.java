package dev.headroom.sim.host;

/**
 * Transport of a run: its connections, numbered as queue pairs are, and the reasons why they do not
 * progress. One end of each connection is touched only by the partition of its source, the other
 * only by that of its destination.
 */
public interface Transport {
  /** What it does at a host; asked for once for each. */
  TransportEndpoint at(Host host, HostRegistry hosts);

  /** The host that posts a flow: its source, but the destination where data is asked for. */
  int initiator(int flow);

  /** The deadline of a connection may have passed. */
  void retry(int connection, long nowPs);

  /** A connection has waited as long as it was told to. */
  void resume(int connection, long nowPs);

  /**
   * Whether anything can come of a look at the deadline of a connection, as it stands: not where it
   * waits for no answer, or is in error.
   */
  default boolean mayRetry(int connection) {
    return true;
  }

  /** Whether anything can come of it when a connection has waited as long as it was told to. */
  default boolean mayResume(int connection) {
    return true;
  }

  /** A core has done a piece of work; they are numbered over all hosts. */
  default void onCoreDone(int core, long nowPs) {
    throw new IllegalStateException("this transport uses no CPU core");
  }

  /** Whether anything of it runs on the cores of hosts. */
  default boolean usesCores() {
    return false;
  }

  /** The receiver of a connection owes an ACK that waited for more to come. */
  default void acknowledge(int connection, long nowPs) {
    throw new IllegalStateException("no ACK is pending");
  }

  /** Why the connection of a flow is in error; empty if it is not. */
  String error(int flow);

  /** What keeps a flow that has started from going on, as far as its ends know; empty: nothing. */
  String stallReason(int flow);

  /** What is known of a flow that has not been completed. */
  FlowProgress progress(int flow);

  /**
   * How much of a flow's payload, at least, has never been sent; 0 where nothing is known of that.
   */
  default long unsentBytes(int flow) {
    return 0;
  }

  /** Bytes that nobody counts. */
  long UNCOUNTED = -1;

  /**
   * Bytes of a connection that are on their way, as its transport counts them; {@link #UNCOUNTED}
   * where it hears of none.
   */
  long inFlightBytes(int connection);
}
