package dev.headroom.congestion;

/** Factory of congestion controllers, one for each new queue pair. */
@FunctionalInterface
public interface ControllerFactory {
  /**
   * @param lineBps rate of the NIC port
   */
  Controller make(long lineBps);

  /**
   * The same, for controls of which no two connections are to be in step.
   *
   * @param draw random bits of the connection
   */
  default Controller make(long lineBps, long draw) {
    return make(lineBps);
  }

  /** The same, in a run in which events of one time go by when they were scheduled. */
  default Controller make(long lineBps, EventOrder order) {
    return make(lineBps);
  }
}
