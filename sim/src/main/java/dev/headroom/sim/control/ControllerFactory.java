package dev.headroom.sim.control;

import dev.headroom.congestion.Controller;

/** Makes the congestion controller of a new queue pair. */
@FunctionalInterface
public interface ControllerFactory {
  /**
   * @param lineBps rate of the NIC port
   */
  Controller make(long lineBps);
}
