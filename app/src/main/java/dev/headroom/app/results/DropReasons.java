package dev.headroom.app.results;

import dev.headroom.sim.measure.DropCause;

/** What is wrong when packets are dropped for some cause, and which knob is to be turned. */
public final class DropReasons {
  private DropReasons() {}

  public static String fault(DropCause cause) {
    return switch (cause) {
      case HEADROOM_FULL ->
          "the headroom is too small: raise pfc.headroom, or leave it out to have it worked out";
      case LINK_FLAP ->
          "a link came up while its headroom was still in use, and the sender had forgotten its pause";
      case THRESHOLD -> "a lossy queue outgrew its share of the buffer: fabric.switches.lossyAlpha";
      case BUFFER_FULL ->
          "the buffer cannot hold all ports' headroom and queues: fabric.switches.buffer";
      case HOST_BUFFER ->
          "a host takes packets slower than they come: hosts.drain, hosts.receiveBuffer";
      case LINK_DOWN -> "the link went down with packets on it";
      case NO_ROUTE -> "no path led to the destination";
      case WATCHDOG ->
          "a queue stood paused for pfc.watchdog.detectionTime, and the watchdog emptied it";
      case BIT_ERROR -> "bits flipped on the wire";
      case REASSEMBLY ->
          "a cell of the packet was lost, or later than routing.reassembly after those behind it";
      case OVERSIZE ->
          "a switch does not take packets so long: raise fabric.switches.mtu, or lower transport.mtu";
    };
  }
}
