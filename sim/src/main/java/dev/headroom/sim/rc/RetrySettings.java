package dev.headroom.sim.rc;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Time;

/**
 * Settings of the retries of a requester that receives nothing; times of {@code Long.MAX_VALUE} are
 * never.
 *
 * @param timeoutPs local ACK timeout
 * @param shortTimeoutPs time without news after which something is sent again while few packets are
 *     in flight, no longer than the other timeout
 * @param fewPackets how many are few
 * @param most timeouts in a row that are survived
 */
public record RetrySettings(long timeoutPs, long shortTimeoutPs, int fewPackets, int most) {
  static RetrySettings of(Settings settings) {
    long timeoutPs = timeoutPs(settings);
    return new RetrySettings(
        timeoutPs,
        Math.min(
            timeoutPs, settings.find(TransportKnobs.SHORT_TIMEOUT).map(Time::ps).orElse(timeoutPs)),
        settings.get(TransportKnobs.FEW_PACKETS).intValue(),
        settings.get(TransportKnobs.RETRY_COUNT).intValue());
  }

  private static long timeoutPs(Settings settings) {
    long exponent = settings.get(TransportKnobs.ACK_TIMEOUT);
    return settings
        .find(TransportKnobs.RETRANSMIT_TIMEOUT)
        .map(Time::ps)
        .orElse(exponent == 0 ? Long.MAX_VALUE : 4_096_000L << exponent);
  }
}
