package dev.headroom.sim.host;

/** Starter of flows without dependencies, each at its time. */
interface FlowStarts {
  /** Posts a flow at the host that posts it. */
  @FunctionalInterface
  interface Post {
    void start(int flow, Host host, long nowPs);
  }

  /** Schedules the first. */
  void open();

  /**
   * An event of kind START.
   *
   * @param index as this scheduled it
   */
  void due(int index, long nowPs);
}
