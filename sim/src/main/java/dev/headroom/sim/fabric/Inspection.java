package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.DropCause;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of packets that come in through a port before its device sees them; few have any.
 */
final class Inspection {
  private BitErrors errors;

  /** Classes that the watchdog lets nothing come in of, as bits. */
  private int shut;

  Inspection(BitErrors errors) {
    this.errors = errors;
  }

  void set(BitErrors now) {
    errors = now;
  }

  void shut(int priority, boolean now) {
    shut = now ? shut | 1 << priority : shut & ~(1 << priority);
  }

  /** Why an arriving packet is lost; null if it is not. */
  @Nullable DropCause fault(Packet packet, Draws draws) {
    if (errors.hit(packet.bytes, draws)) {
      return DropCause.BIT_ERROR;
    }
    return (shut & (1 << packet.priority)) == 0 ? null : DropCause.WATCHDOG;
  }
}
