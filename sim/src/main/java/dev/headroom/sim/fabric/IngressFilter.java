package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Checks of packets that arrive at a port before its device receives them; few ports have any. */
final class IngressFilter {
  private LinkBitErrors errors;

  /** Classes that the watchdog lets nothing come in of, as bits. */
  private int shut;

  /** The class of each DSCP, and the DSCP of each class where hosts send; empty where not asked. */
  private byte[] classOfDscp = {};

  private byte[] labels = {};

  /** Who keeps account of what reaches hosts; null where nobody does. */
  private @Nullable FlowOutages flowOutages;

  IngressFilter(LinkBitErrors errors) {
    this.errors = errors;
  }

  void classify(byte[] map, byte[] labelsOfHosts) {
    classOfDscp = map;
    labels = labelsOfHosts;
  }

  void setOutages(FlowOutages account) {
    flowOutages = account;
  }

  void set(LinkBitErrors now) {
    errors = now;
  }

  void shut(int priority, boolean now) {
    shut = now ? shut | 1 << priority : shut & ~(1 << priority);
  }

  /** Whether a frame has a wrong bit; draws unless none can have. */
  boolean isHit(int frameBytes, PortRandom draws) {
    return errors.hit(frameBytes, draws);
  }

  /** Where the first wrong bit of a frame is; see {@link LinkBitErrors#firstBad}. */
  int firstBad(int frameBytes, PortRandom draws) {
    return errors.firstBad(frameBytes, draws);
  }

  /**
   * Why an arriving packet is lost; null if it is not.
   *
   * @param mayErr whether bits may be wrong; where the link sends again what is bad they are not
   */
  @Nullable DropCause fault(Packet packet, boolean mayErr, PortRandom draws, long nowPs) {
    if (labels.length != 0) {
      packet.dscp = labels[packet.priority];
    }
    if (classOfDscp.length != 0) {
      packet.priority = classOfDscp[packet.dscp];
    }
    if (mayErr && errors.hit(packet.bytes, draws)) {
      return DropCause.BIT_ERROR;
    }
    if ((shut & (1 << packet.priority)) != 0) {
      return DropCause.WATCHDOG;
    }
    if (flowOutages != null) {
      flowOutages.arrived(packet, nowPs);
    }
    return null;
  }
}
