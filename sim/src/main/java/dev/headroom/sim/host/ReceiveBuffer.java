package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;

/**
 * The receive buffer of a NIC port that a slow host empties at a fixed rate. Beyond a threshold the
 * NIC pauses its switch, and resumes it when the backlog has fallen below again.
 *
 * <p>Simplification: what has been accepted is acknowledged at once; only the buffer is slow.
 */
final class ReceiveBuffer {
  private final long sizeBytes;
  private final long drainBps;
  private final long xoffBytes;
  private final long xonBytes;
  private final int lossless;

  /** When everything accepted so far will have been taken out. */
  private long emptyAtPs;

  private boolean pausing;

  ReceiveBuffer(long sizeBytes, long drainBps, long xoffBytes, long xonBytes, int lossless) {
    this.sizeBytes = sizeBytes;
    this.drainBps = drainBps;
    this.xoffBytes = xoffBytes;
    this.xonBytes = xonBytes;
    this.lossless = lossless;
  }

  /** Takes a packet in, or drops it for want of room. */
  boolean admit(Packet packet, Port in, Host host, long nowPs) {
    long backlog = backlog(nowPs);
    if (backlog + packet.bytes > sizeBytes) {
      in.drop(packet, in.unlessFlapped(DropCause.HOST_BUFFER, packet.priority));
      return false;
    }
    emptyAtPs = Math.max(emptyAtPs, nowPs) + drainPs(packet.bytes);
    if (!pausing && lossless != 0 && backlog + packet.bytes > xoffBytes) {
      pausing = true;
      tell(in, nowPs, true);
      host.home.events.schedule(emptyAtPs - drainPs(xonBytes), EventKind.DRAIN, host.index);
    }
    return true;
  }

  /** The backlog should have fallen to where the peer may go on. */
  void drained(Port in, Host host, long nowPs) {
    if (backlog(nowPs) > xonBytes) {
      host.home.events.schedule(emptyAtPs - drainPs(xonBytes), EventKind.DRAIN, host.index);
      return;
    }
    pausing = false;
    tell(in, nowPs, false);
  }

  private void tell(Port in, long nowPs, boolean xoff) {
    for (int mask = lossless; mask != 0; mask &= mask - 1) {
      in.ask(Integer.numberOfTrailingZeros(mask), xoff, nowPs);
    }
  }

  /** How much of it is full: 0 to 1. */
  double fill(long nowPs) {
    return (double) backlog(nowPs) / sizeBytes;
  }

  private long backlog(long nowPs) {
    return emptyAtPs <= nowPs ? 0 : (long) ((emptyAtPs - nowPs) * (drainBps / 8e12));
  }

  private long drainPs(long bytes) {
    return (long) Math.ceil(bytes * 8e12 / drainBps);
  }
}
