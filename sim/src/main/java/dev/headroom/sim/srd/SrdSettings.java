package dev.headroom.sim.srd;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.sim.rc.Framing;
import dev.headroom.sim.rc.RcSettings;

/**
 * What SRD is set with, for all connections of a run.
 *
 * @param framing bytes around the payload
 * @param mtu payload of a full packet
 * @param dataClass priority of data
 * @param ackClass priority of ACKs
 * @param ways that a connection sprays over; a power of two
 * @param wayMemoryPs how long what was seen of a way counts
 * @param timeoutScale timeout in smoothed round trips
 * @param minTimeoutPs least timeout
 * @param roundTripPs of the longest way, without queues
 */
public record SrdSettings(
    Framing framing,
    int mtu,
    int dataClass,
    int ackClass,
    int ways,
    long wayMemoryPs,
    double timeoutScale,
    long minTimeoutPs,
    long roundTripPs) {

  /**
   * What a scenario says.
   *
   * @param rc what it says of all transports
   * @param roundTripPs of the longest way, without queues
   */
  public static SrdSettings of(Settings settings, RcSettings rc, long roundTripPs) {
    return new SrdSettings(
        rc.framing(),
        rc.mtu(),
        rc.dataClass(),
        rc.ackClass(),
        settings.get(SrdKnobs.WAYS).intValue(),
        settings.get(SrdKnobs.WAY_MEMORY).ps(),
        settings.get(SrdKnobs.TIMEOUT_SCALE),
        settings.get(SrdKnobs.MIN_TIMEOUT).ps(),
        roundTripPs);
  }
}
