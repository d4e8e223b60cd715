package dev.headroom.sim.rc;

import dev.headroom.model.knob.FrameFormat;
import dev.headroom.model.knob.LossRecovery;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.Verb;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.Optional;

/**
 * What becomes of packets that are not the next, and of those that are lost.
 *
 * @param way how the two ends go about it
 * @param window packets beyond the next that a receiver can tell apart; more are dropped
 * @param shortTimeoutPs time without news after which something is sent again while few packets are
 *     in flight, no longer than the other timeout; {@code Long.MAX_VALUE} is never
 * @param fewPackets how many are few
 * @param staysBehind whether a sender that has gone back stays there when ACKs pass it, as in
 *     Alibaba's HPCC simulator: then its window is full until a NAK tells it where to go on, or the
 *     flow is over
 * @param unit sequence numbers of a message that are acknowledged, and lost, as a whole; 0: there
 *     are no units
 */
public record Recovery(
    LossRecovery way,
    int window,
    long shortTimeoutPs,
    int fewPackets,
    boolean staysBehind,
    int unit) {

  static Recovery of(Settings settings) {
    long timeoutPs = timeoutPs(settings);
    return new Recovery(
        settings.get(TransportKnobs.RECOVERY),
        settings.get(TransportKnobs.REORDER_WINDOW).intValue(),
        Math.min(
            timeoutPs, settings.find(TransportKnobs.SHORT_TIMEOUT).map(Time::ps).orElse(timeoutPs)),
        settings.get(TransportKnobs.FEW_PACKETS).intValue(),
        settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
            && settings.get(TransportKnobs.OPERATION) != Verb.READ,
        unit(settings));
  }

  private static int unit(Settings settings) {
    Optional<Size> bytes = settings.find(TransportKnobs.GO_BACK_UNIT);
    if (bytes.isEmpty() || settings.get(TransportKnobs.RECOVERY) != LossRecovery.GO_BACK_N) {
      return 0;
    }
    long numbers = bytes.get().bytes() / Numbering.of(settings).bytes();
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, numbers));
  }

  /** Time without news after which something is sent again; {@code Long.MAX_VALUE} is never. */
  static long timeoutPs(Settings settings) {
    long exponent = settings.get(TransportKnobs.ACK_TIMEOUT);
    return settings
        .find(TransportKnobs.RETRANSMIT_TIMEOUT)
        .map(Time::ps)
        .orElse(exponent == 0 ? Long.MAX_VALUE : 4_096_000L << exponent);
  }

  boolean isSelective() {
    return way == LossRecovery.SELECTIVE_REPEAT;
  }
}
