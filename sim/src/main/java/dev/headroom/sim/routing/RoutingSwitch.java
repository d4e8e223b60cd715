package dev.headroom.sim.routing;

/** Switch as seen by code that uses only its routes. */
public interface RoutingSwitch {
  /** Its node in the fabric. */
  int node();

  /** The routes that hold now. */
  SwitchRoutes routes();

  /** The routes that hold at the start of the run. */
  SwitchRoutes firstRoutes();
}
