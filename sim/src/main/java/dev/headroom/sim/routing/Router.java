package dev.headroom.sim.routing;

/** What chooses next hops: a switch, as those see it that know only routes. */
public interface Router {
  /** Its node in the fabric. */
  int node();

  /** The routes that hold now. */
  SwitchRoutes routes();

  /** The routes that hold at the start of the run. */
  SwitchRoutes firstRoutes();
}
