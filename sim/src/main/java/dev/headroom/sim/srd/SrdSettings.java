package dev.headroom.sim.srd;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.sim.delivery.ReadRequestSettings;
import dev.headroom.sim.message.MessageSettings;
import java.util.Optional;

/**
 * Settings of SRD, for all connections of a run.
 *
 * @param messageSettings how it moves flows
 * @param pathCount that a connection sprays over; a power of two
 * @param wayMemoryPs how long what was seen of a way counts
 * @param timeoutScale timeout in smoothed round trips
 * @param minTimeoutPs least timeout
 * @param roundTripPs of the longest way, without queues
 * @param reads how data is asked for; empty where its source sends it unasked
 */
public record SrdSettings(
    MessageSettings messageSettings,
    int pathCount,
    long wayMemoryPs,
    double timeoutScale,
    long minTimeoutPs,
    long roundTripPs,
    Optional<ReadRequestSettings> reads) {

  /**
   * What a scenario says.
   *
   * @param terms what it says of flows
   * @param roundTripPs of the longest way, without queues
   */
  public static SrdSettings of(Settings settings, MessageSettings terms, long roundTripPs) {
    int ways = settings.get(SrdKnobs.WAYS).intValue();
    double timeoutScale = settings.get(SrdKnobs.TIMEOUT_SCALE);
    long minTimeoutPs = settings.get(SrdKnobs.MIN_TIMEOUT).ps();
    // Nobody takes the RTT of requests: they wait for as long as data does before there is one.
    long timeoutPs = Math.max(minTimeoutPs, (long) (timeoutScale * roundTripPs));
    return new SrdSettings(
        terms,
        ways,
        settings.get(SrdKnobs.WAY_MEMORY).ps(),
        timeoutScale,
        minTimeoutPs,
        roundTripPs,
        terms.reads()
            ? Optional.of(ReadRequestSettings.of(terms, timeoutPs, ways))
            : Optional.empty());
  }
}
