package dev.headroom.sim.rc;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Size;
import java.util.Optional;

/**
 * Settings of the treatment of out-of-order packets and of lost packets.
 *
 * @param way how the two ends go about it
 * @param window packets beyond the next that a receiver can tell apart; more are dropped
 * @param staysBehind whether a sender that has gone back stays there when ACKs pass it, as in
 *     Alibaba's HPCC simulator: then its window is full until a NAK tells it where to go on, or the
 *     flow is over
 * @param unit sequence numbers of a message that are acknowledged, and lost, as a whole; 0: there
 *     are no units
 */
public record LossRecoverySettings(LossRecovery way, int window, boolean staysBehind, int unit) {

  static LossRecoverySettings of(Settings settings) {
    return new LossRecoverySettings(
        settings.get(TransportKnobs.RECOVERY),
        settings.get(TransportKnobs.REORDER_WINDOW).intValue(),
        settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
            && settings.get(TransportKnobs.OPERATION) != Verb.READ,
        unit(settings));
  }

  private static int unit(Settings settings) {
    Optional<Size> bytes = settings.find(TransportKnobs.GO_BACK_UNIT);
    if (bytes.isEmpty() || settings.get(TransportKnobs.RECOVERY) != LossRecovery.GO_BACK_N) {
      return 0;
    }
    long numbers = bytes.get().bytes() / SequenceNumbering.of(settings).bytes();
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, numbers));
  }

  boolean isSelective() {
    return way == LossRecovery.SELECTIVE_REPEAT;
  }
}
