package dev.headroom.sim.rc;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;

/**
 * Traffic classes of packets by service level: on InfiniBand the virtual lanes that they map to.
 */
final class ServiceLevelClasses {
  private ServiceLevelClasses() {}

  static int ofData(Settings settings) {
    return of(settings, settings.get(TransportKnobs.TRAFFIC_CLASS));
  }

  /** That of ACK and NAK. */
  static int ofAcks(Settings settings) {
    return settings
        .find(TransportKnobs.ACK_CLASS)
        .map(level -> of(settings, level))
        .orElseGet(() -> ofData(settings));
  }

  /** That whose pauses hold back ACKs at the host that sends them. */
  static int holdingAcks(Settings settings) {
    return settings
        .find(TransportKnobs.ACK_HOST_CLASS)
        .map(level -> of(settings, level))
        .orElseGet(() -> ofAcks(settings));
  }

  static int ofCnps(Settings settings) {
    return of(settings, settings.get(TransportKnobs.CNP_CLASS));
  }

  private static int of(Settings settings, long serviceLevel) {
    return settings.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND
        ? settings.get(InfinibandKnobs.SL2VL).get((int) serviceLevel)
        : (int) serviceLevel;
  }
}
