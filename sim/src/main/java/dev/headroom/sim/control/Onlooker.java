package dev.headroom.sim.control;

import dev.headroom.congestion.Controller;

/**
 * Looks on while congestion controls work: may put something around a controller that passes
 * everything on to it. Asked for each connection once, by its first flow, on the thread that
 * simulates its sender.
 */
@FunctionalInterface
public interface Onlooker {
  /** Looks at none. */
  Onlooker NOBODY = (flow, controller) -> controller;

  /** The controller that the connection of a flow works with: this one, or one around it. */
  Controller beside(int flow, Controller controller);
}
