package dev.headroom.sim.host;

/**
 * What runs on a host that is not ideal, as far as it finds in memory what its NIC has known for a
 * while: that the last byte of a flow is there, and that a flow is done.
 */
final class Software {
  private final Inbound inbound;
  private final Notices deliveries;
  private final Notices completions;

  Software(Host host, Inbound inbound) {
    this.inbound = inbound;
    deliveries = new Notices(host);
    completions = new Notices(host);
  }

  /**
   * The transport has the last byte of a flow.
   *
   * @return whether software finds it later than now, and {@link #wake} will say so
   */
  boolean finds(int flow, long nowPs) {
    return deliveries.add(flow, inbound.deliveredPs(nowPs), nowPs);
  }

  /**
   * The transport knows that a flow is done.
   *
   * @return whether software learns it later than now, and {@link #wake} will say so
   */
  boolean learns(int flow, long nowPs) {
    return completions.add(flow, inbound.completedPs(nowPs), nowPs);
  }

  /** Tells of what is found by now. */
  void wake(Hosts hosts, Host host, long nowPs) {
    while (deliveries.isDue(nowPs)) {
      hosts.found(deliveries.take(), host, nowPs);
    }
    while (completions.isDue(nowPs)) {
      hosts.learned(completions.take(), host, nowPs);
    }
  }
}
