package dev.headroom.sim.control;

import dev.headroom.congestion.Controller;

/**
 * Observer of congestion controllers, which may wrap a controller in one that delegates everything
 * to it. Asked for each connection once, by its first flow, on the thread that simulates its
 * sender.
 */
@FunctionalInterface
public interface ControllerObserver {
  /** Looks at none. */
  ControllerObserver NOBODY = (flow, controller) -> controller;

  /** The controller that the connection of a flow works with: this one, or one around it. */
  Controller wrap(int flow, Controller controller);
}
