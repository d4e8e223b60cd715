package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;

/**
 * Receive buffer of a NIC port, which its host may empty more slowly than it fills. Beyond a
 * threshold the NIC pauses its switch, and resumes it when the backlog has fallen below again. A
 * NIC that has paused it without a break for longer than {@code hosts.pauseLimit} gives that up and
 * drops what finds no room, until the backlog has fallen (Linux, mlx5: {@code
 * pfc-prevention-tout}).
 *
 * <p>Simplification: at a {@link SteadyDrain} what has been accepted is acknowledged at once; only
 * the buffer is slow.
 */
final class ReceiveBuffer {
  private final long sizeBytes;
  private final ReceiveBufferDrain drain;
  private final long xoffBytes;
  private final long xonBytes;
  private final int lossless;
  private final long pauseLimitPs;

  /** Bytes of packets that stand here while their host stands still. */
  private long heldBytes;

  private boolean pausing;

  /** Since when, if it does. */
  private long pausingSincePs;

  /** It has paused for too long, and does no longer. */
  private boolean gaveUp;

  /** When the backlog should have fallen to where the peer may go on. */
  private long lookPs;

  /**
   * @param pauseLimitPs how long it pauses its peer without a break
   */
  ReceiveBuffer(
      long sizeBytes,
      ReceiveBufferDrain drain,
      long xoffBytes,
      long xonBytes,
      int lossless,
      long pauseLimitPs) {
    this.sizeBytes = sizeBytes;
    this.drain = drain;
    this.xoffBytes = xoffBytes;
    this.xonBytes = xonBytes;
    this.lossless = lossless;
    this.pauseLimitPs = pauseLimitPs;
  }

  /** Takes a packet in, or drops it for want of room. */
  boolean admit(Packet packet, Port in, Host host, long nowPs) {
    long backlog = drain.backlogBytes(nowPs);
    if (!hasRoom(backlog, packet, in, host)) {
      return false;
    }
    drain.accept(packet, nowPs);
    if (pausesAt(backlog, packet, in, nowPs)) {
      look(host, nowPs);
    }
    return true;
  }

  /** Lets a packet stand here that its host does not take, or drops it for want of room. */
  boolean hold(Packet packet, Port in, Host host, long nowPs) {
    long backlog = drain.backlogBytes(nowPs) + heldBytes;
    if (!hasRoom(backlog, packet, in, host)) {
      return false;
    }
    heldBytes += packet.bytes;
    pausesAt(backlog, packet, in, nowPs);
    return true;
  }

  /** The host takes a packet that stood here. */
  void take(Packet packet, long nowPs) {
    heldBytes -= packet.bytes;
    drain.accept(packet, nowPs);
  }

  /** The host has gone on, or takes what comes at another rate: when may its peer go on? */
  void lookAgain(Port in, Host host, long nowPs) {
    lookPs = nowPs;
    drained(in, host, nowPs);
  }

  void setRate(long bps, long nowPs) {
    drain.setRate(bps, nowPs);
  }

  private boolean hasRoom(long backlog, Packet packet, Port in, Host host) {
    if (backlog + packet.bytes > sizeBytes) {
      host.hostCounters.overflows++;
      in.drop(packet, in.unlessFlapped(DropCause.HOST_BUFFER, packet.priority));
      return false;
    }
    return true;
  }

  /** Pauses the peer where a packet more is too much; returns whether it has just begun to. */
  private boolean pausesAt(long backlog, Packet packet, Port in, long nowPs) {
    if (pausing || lossless == 0 || backlog + packet.bytes <= xoffBytes) {
      return false;
    }
    pausing = true;
    pausingSincePs = nowPs;
    sendFlowControl(in, nowPs, true);
    return true;
  }

  /** Its pause is about to be said again: it may have lasted for too long. */
  void checkPauseLimit(Port in, Host host, long nowPs) {
    if (pausing && !gaveUp && nowPs - pausingSincePs >= pauseLimitPs) {
      gaveUp = true;
      host.hostCounters.pauseStorms++;
      sendFlowControl(in, nowPs, false);
    }
  }

  /** The backlog should have fallen to where the peer may go on. */
  void drained(Port in, Host host, long nowPs) {
    if (!pausing || nowPs < lookPs || heldBytes > 0) {
      return; // the event was for something else, or nothing is taken
    }
    if (drain.backlogBytes(nowPs) > xonBytes) {
      look(host, nowPs);
      return;
    }
    pausing = false;
    if (!gaveUp) {
      sendFlowControl(in, nowPs, false);
    }
    gaveUp = false;
  }

  private void look(Host host, long nowPs) {
    lookPs = Math.max(nowPs, drain.fallsToPs(xonBytes));
    host.events.schedule(lookPs, EventKind.DRAIN, host.index);
  }

  private void sendFlowControl(Port in, long nowPs, boolean xoff) {
    for (int mask = lossless; mask != 0; mask &= mask - 1) {
      in.setXoff(Integer.numberOfTrailingZeros(mask), xoff, nowPs);
    }
  }

  /** How much of it is full: 0 to 1. */
  double fill(long nowPs) {
    return (double) (drain.backlogBytes(nowPs) + heldBytes) / sizeBytes;
  }
}
