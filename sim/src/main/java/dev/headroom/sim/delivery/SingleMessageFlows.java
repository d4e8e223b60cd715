package dev.headroom.sim.delivery;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.message.OutstandingLimits;

/** Flows that are one message each, with the same headers on each of its packets. */
public final class SingleMessageFlows {
  /** Longer than any flow. */
  private static final long ONE_MESSAGE = 1L << 60;

  private SingleMessageFlows() {}

  /** What a scenario says of them. */
  public static MessageSettings terms(Settings settings) {
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    int dataClass = settings.get(TransportKnobs.TRAFFIC_CLASS).intValue();
    return new MessageSettings(
        Framing.of(settings).alike(),
        settings.get(TransportKnobs.OPERATION),
        mtu,
        ONE_MESSAGE / mtu * mtu,
        OutstandingLimits.of(1, settings.get(TransportKnobs.OUTSTANDING_READS)),
        1,
        dataClass,
        settings.find(TransportKnobs.ACK_CLASS).map(Long::intValue).orElse(dataClass));
  }
}
