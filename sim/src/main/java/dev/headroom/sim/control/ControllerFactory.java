package dev.headroom.sim.control;

import dev.headroom.congestion.Controller;

/** Makes the congestion controller of a new queue pair. */
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
}
