package dev.headroom.sim.rc;

import dev.headroom.model.knob.FrameFormat;
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
    Way way, int window, long shortTimeoutPs, int fewPackets, boolean staysBehind, int unit) {

  /** How losses and reordering are dealt with. */
  public enum Way {
    /** The receiver drops what is not the next, the sender goes back to what is missing. */
    GO_BACK_N,
    /**
     * The receiver places what comes and says nothing of gaps, since reordering is expected; the
     * sender goes back after a timeout.
     */
    OUT_OF_ORDER,
    /**
     * The receiver places what comes and says what it got, the sender sends again what is missing:
     * IRN (Mittal et al., SIGCOMM 2018).
     */
    SELECTIVE_REPEAT
  }

  static Recovery of(Settings settings) {
    long timeoutPs = timeoutPs(settings);
    return new Recovery(
        way(settings),
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
    if (bytes.isEmpty() || way(settings) != Way.GO_BACK_N) {
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

  static Way way(Settings settings) {
    return switch (settings.get(TransportKnobs.RECOVERY)) {
      case "out-of-order" -> Way.OUT_OF_ORDER;
      case "selective-repeat" -> Way.SELECTIVE_REPEAT;
      default -> Way.GO_BACK_N;
    };
  }

  boolean isSelective() {
    return way == Way.SELECTIVE_REPEAT;
  }
}
