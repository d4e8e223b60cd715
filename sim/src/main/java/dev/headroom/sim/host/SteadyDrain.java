package dev.headroom.sim.host;

import dev.headroom.sim.packet.Packet;

/** Drain at a rate that rarely changes: {@code hosts.drain}. */
final class SteadyDrain implements ReceiveBufferDrain {
  private long bps;

  /** When everything accepted so far will have been taken out. */
  private long emptyAtPs;

  /**
   * @param bps {@code Long.MAX_VALUE}: at once
   */
  SteadyDrain(long bps) {
    this.bps = bps;
  }

  @Override
  public long backlogBytes(long nowPs) {
    return emptyAtPs <= nowPs ? 0 : (long) ((emptyAtPs - nowPs) * (bps / 8e12));
  }

  @Override
  public void accept(Packet packet, long nowPs) {
    emptyAtPs = Math.max(emptyAtPs, nowPs) + takesPs(packet.bytes);
  }

  @Override
  public void setRate(long newBps, long nowPs) {
    long backlog = backlogBytes(nowPs);
    bps = newBps;
    emptyAtPs = nowPs + takesPs(backlog);
  }

  @Override
  public long fallsToPs(long bytes) {
    return emptyAtPs - takesPs(bytes);
  }

  private long takesPs(long bytes) {
    return bps == Long.MAX_VALUE ? 0 : (long) Math.ceil(bytes * 8e12 / bps);
  }
}
