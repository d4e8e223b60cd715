package dev.headroom.sim.rc;

/**
 * Loss detection of a sender with selective repeat (Mittal et al., Revisiting Network Support for
 * RDMA, SIGCOMM 2018, section 3.1).
 *
 * <p>A selective NAK or a timeout begins a recovery. In it the first packet that is missing is sent
 * again, and of those after it the ones that were not named by a selective NAK while a later one
 * was; each once. It ends when all that had been sent when it began is acknowledged. What is lost
 * again waits for the timeout.
 *
 * <p>Numbers never wrap here.
 */
final class SelectiveRepeatRecovery {
  private static final long NONE = -1;

  private final PacketBitmap arrived;

  /** The latest packet that is known to have arrived. */
  private long latest = NONE;

  private boolean recovering;

  /** The first packet that had not been sent when the recovery began. */
  private long recoveredAt;

  /** The next packet to be looked at. */
  private long next;

  /** The packet that the recovery began with: it is lost whatever is known of others. */
  private long first;

  SelectiveRepeatRecovery(int window) {
    arrived = new PacketBitmap(window);
  }

  /** A selective NAK has named a packet that arrived, after all before {@code unacked} had. */
  void arrived(long sequence, long unacked, long highest) {
    if (sequence < unacked) {
      return;
    }
    arrived.add(sequence);
    latest = Math.max(latest, sequence);
    if (!recovering) {
      begin(unacked, highest);
    }
  }

  /** A timeout: what was sent again is taken for lost again. */
  void timedOut(long unacked, long highest) {
    begin(unacked, highest);
  }

  private void begin(long unacked, long highest) {
    recovering = true;
    recoveredAt = highest;
    first = unacked;
    next = unacked;
  }

  /** All packets from one number up to another are acknowledged. */
  void acknowledged(long from, long upTo) {
    for (long sequence = from; sequence < upTo; sequence++) {
      arrived.remove(sequence);
    }
    recovering &= upTo < recoveredAt;
  }

  /** The next packet to send again, or -1. */
  long next(long unacked) {
    if (!recovering) {
      return NONE;
    }
    next = Math.max(next, unacked);
    if (next == first) {
      return next;
    }
    while (next < latest && arrived.has(next)) {
      next++;
    }
    return next < latest ? next : NONE;
  }

  /** It has been sent again. */
  void sentAgain() {
    next++;
  }
}
