package dev.headroom.sim.host;

import dev.headroom.congestion.EventOrder;
import dev.headroom.sim.fabric.Port;

/**
 * When the event in progress at a host was scheduled, where events of one time go by that, as in
 * ns-3: an arrival when its frame began to leave the switch, the end of a transmission when that
 * began, and the end of pacing when the host found nobody else to serve. What else lets a host send
 * (a flow that starts, the end of a pause) counts as scheduled just now.
 */
final class Scheduled implements EventOrder {
  private static final long NOT_PACED = -1;

  private final Host host;
  private long pacedPs = NOT_PACED;
  private int arrivedBytes;
  private int sentBytes;

  Scheduled(Host host) {
    this.host = host;
  }

  /** A frame has come, and is what happens until {@link #isOver}. */
  void arrived(int bytes) {
    arrivedBytes = bytes;
  }

  /** Pacing is over, and is what happens until {@link #isOver}. */
  void paced(long scheduledPs) {
    pacedPs = scheduledPs;
  }

  void isOver() {
    arrivedBytes = 0;
    pacedPs = NOT_PACED;
  }

  /** A frame begins to leave. */
  void sends(int bytes) {
    sentBytes = bytes;
  }

  @Override
  public long scheduledPs() {
    Port port = host.port();
    long nowPs = host.events.timePs();
    if (pacedPs != NOT_PACED) {
      return pacedPs;
    }
    if (arrivedBytes > 0) {
      Port from = port.peer();
      return nowPs - from.wire().holdPs(arrivedBytes, 0) - from.delayPs();
    }
    return port.busyUntilPs() == nowPs ? nowPs - port.wire().holdPs(sentBytes, 0) : nowPs;
  }
}
