package dev.headroom.sim.host;

import dev.headroom.sim.fabric.Packet;

/** Takes bytes out at a fixed rate: {@code hosts.drain}. */
final class SteadyDrain implements Drain {
  private final long bps;

  /** When everything accepted so far will have been taken out. */
  private long emptyAtPs;

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
  public long fallsToPs(long bytes) {
    return emptyAtPs - takesPs(bytes);
  }

  private long takesPs(long bytes) {
    return (long) Math.ceil(bytes * 8e12 / bps);
  }
}
