package dev.headroom.sim.transport;

import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;

/**
 * The receiving end of a reliable connection: takes packets in order only, answers a gap with one
 * NAK, coalesces ACKs, and tells of ECN marks.
 */
public final class Receiver {
  /** What a packet calls for. */
  public enum Answer {
    NOTHING,
    ACK,
    NAK
  }

  /** The way back to the sender, for answers. */
  public final Route back;

  private static final int ASKS = Packet.LAST_OF_MESSAGE | Packet.ACK_REQUEST;

  private final RcSettings settings;
  private int expected;
  private int sinceAck;
  private boolean nakSent;
  private int nakFor;
  private long lastNakPs;
  private long nextCnpPs;
  private boolean accepted;

  public Receiver(RcSettings settings, Route back) {
    this.settings = settings;
    this.back = back;
    expected = Psn.of(settings.initialPsn());
  }

  /** Takes a data packet. */
  public Answer take(Packet packet, long nowPs) {
    int ahead = Psn.distance(packet.psn, expected);
    accepted = ahead == 0;
    if (accepted) {
      expected = Psn.of(expected + 1L);
      nakSent = false;
      if (++sinceAck >= settings.ackEvery() || packet.has(ASKS)) {
        sinceAck = 0;
        return Answer.ACK;
      }
      return Answer.NOTHING;
    }
    if (ahead > 0) {
      boolean again = nakSent && nakFor == expected;
      if (again && nowPs - lastNakPs < settings.nakIntervalPs()) {
        return Answer.NOTHING;
      }
      nakSent = true;
      nakFor = expected;
      lastNakPs = nowPs;
      return Answer.NAK;
    }
    boolean asks = packet.has(ASKS) || ++sinceAck >= settings.ackEvery();
    if (settings.ackDuplicates() && asks) {
      sinceAck = 0;
      return Answer.ACK;
    }
    return Answer.NOTHING;
  }

  /** Whether the packet just taken was in order, so that its payload was placed. */
  public boolean accepted() {
    return accepted;
  }

  /** The first packet number not received yet. */
  public int expected() {
    return expected;
  }

  /**
   * Whether a mark that was just seen is to be told by a CNP now: at most one an interval.
   *
   * <p>NVIDIA's setting is a least time between two CNPs. The paper's receiver, and the fluid model
   * with its 1 - (1-p)^(N R) marked intervals out of all, has intervals that follow one another,
   * each with at most one CNP, sent at its first mark.
   */
  public boolean mayNotify(long nowPs) {
    if (nowPs < nextCnpPs) {
      return false;
    }
    long interval = settings.cnpIntervalPs();
    boolean runOn = settings.cnpIntervalsRunOn() && nextCnpPs > 0 && interval > 0;
    long began = runOn ? nowPs - (nowPs - nextCnpPs) % interval : nowPs;
    nextCnpPs = began + interval;
    return true;
  }
}
