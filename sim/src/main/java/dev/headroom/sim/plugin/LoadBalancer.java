package dev.headroom.sim.plugin;

/**
 * Load balancer of one switch, which picks a next hop for each data packet, where there are several
 * on shortest paths.
 *
 * <p>Answers (ACK, NAK, CNP) and READ requests are not asked about: they go by the hash, and stay
 * in order. One object is one switch's, and is asked in the order in which packets come, at times
 * that never go back. It must ask no clock and draw random numbers from {@link SwitchView#draw}
 * alone, or runs with one seed would differ.
 */
public abstract class LoadBalancer {
  /**
   * The next hop of a packet.
   *
   * @param packet valid during the call only
   * @param hops at least two, valid during the call only
   * @param nowPs in picoseconds from the start of the run
   * @return 0 to {@code hops.count() - 1}
   */
  public abstract int choose(DataPacket packet, NextHops hops, long nowPs);
}
