package dev.headroom.sim.host;

import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketQueue;
import dev.headroom.unit.Time;
import org.jspecify.annotations.Nullable;

/**
 * Freeze state of a host that stops from time to time: whether it is stopped, since when, and the
 * packets that arrived meanwhile.
 */
final class HostFreezes {
  private final PacketQueue kept = new PacketQueue();
  private boolean frozen;

  /** When the last one began, and ended if it has. */
  private long fromPs;

  private long untilPs;

  boolean isStill() {
    return frozen;
  }

  void set(boolean now, long nowPs) {
    frozen = now;
    if (now) {
      fromPs = nowPs;
    } else {
      untilPs = nowPs;
    }
  }

  void keep(Packet packet) {
    kept.add(packet);
  }

  /** What came first of what is kept, or null. */
  @Nullable Packet poll() {
    return kept.poll();
  }

  int held() {
    return kept.size();
  }

  /** What a report says of it. */
  String report(String host) {
    return frozen
        ? "%s has been stalled since %s".formatted(host, new Time(fromPs))
        : "%s was stalled from %s to %s".formatted(host, new Time(fromPs), new Time(untilPs));
  }
}
