package dev.headroom.sim.rc;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Time;

/**
 * Settings of the acknowledgement of packets that request one.
 *
 * @param duplicates whether a packet that was received before is acknowledged again
 * @param hostClass class whose pauses hold back ACKs at the host that sends them
 * @param nakIntervalPs least time between NAKs for the same gap
 */
public record AckSettings(boolean duplicates, int hostClass, long nakIntervalPs) {
  static AckSettings of(Settings settings) {
    return new AckSettings(
        settings.get(TransportKnobs.FRAMING) != FrameFormat.HPCC_NS3,
        ServiceLevelClasses.holdingAcks(settings),
        settings.find(TransportKnobs.NAK_INTERVAL).map(Time::ps).orElse(Long.MAX_VALUE));
  }
}
