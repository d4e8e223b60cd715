package dev.headroom.congestion;

import java.util.Set;

/**
 * Sender side of a congestion control, for one queue pair. It answers three questions: how fast may
 * the next packet leave, how many bytes may be in flight, and how many may leave before somebody
 * grants more. It is told what happened; of the events below an algorithm overrides those that it
 * {@linkplain #watches watches}, and the rest cost nothing.
 *
 * <p>Times are picoseconds on one clock and never go back. No event allocates. Not thread-safe.
 */
public abstract class Controller {
  /** No limit on bytes. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * The rate at which the next packet may leave, in bits per second, timers due by now included.
   */
  public abstract long rateBps(long nowPs);

  /** The rate that a window follows: that of control, whether or not packets are paced at it. */
  public long controlledBps(long nowPs) {
    return rateBps(nowPs);
  }

  /**
   * {@link #controlledBps} as it was when the last packet left, where packets are not paced at it;
   * as it is now where they are, since the time of the next follows it.
   */
  public long sentAtBps(long nowPs) {
    return controlledBps(nowPs);
  }

  /**
   * Bytes that may be in flight. Never less than one packet: what is slower than a packet a round
   * trip is said by the rate.
   */
  public long windowBytes() {
    return UNLIMITED;
  }

  /** Bytes that may leave before the receiver grants more; a packet may where this is over 0. */
  public long creditBytes() {
    return UNLIMITED;
  }

  /**
   * What to ask the receiver for, to be carried by packets: bytes since the start up to which it
   * should grant; 0 where nothing is granted.
   *
   * @param backlogBytes bytes that wait to be sent, for the first time or again
   */
  public long requestBytes(long backlogBytes) {
    return 0;
  }

  /** What has to be reported for this algorithm to work; nothing else is. */
  public abstract Set<Signal> watches();

  /**
   * Whether a new rate also moves the send that is already scheduled. Where not, it counts from the
   * one after.
   */
  public boolean movesScheduledSend() {
    return false;
  }

  /**
   * A packet left; {@code bytes} as the rate counts them, or, where {@link Signal#CREDIT} is
   * watched, of payload and for the first time, as credit is counted.
   */
  public void sent(long nowPs, int bytes) {}

  /** Congestion was reported: a CNP, or an ACK that echoes a mark. */
  public void congested(long nowPs) {}

  /** An acknowledgement came. */
  public void acknowledged(long nowPs, Feedback feedback) {}

  /** A NACK came: the receiver misses packets, or got one that a switch had trimmed. */
  public void refused(long nowPs, Feedback feedback) {}

  /** The sender concluded from acknowledgements that packets are lost, and sends them again. */
  public void lost(long nowPs, Feedback feedback) {}

  /** Nothing was heard for so long that everything unacknowledged is sent again. */
  public void timedOut(long nowPs, Feedback feedback) {}

  /**
   * The receiver granted.
   *
   * @param upToBytes all it has granted since the start; an old grant changes nothing
   */
  public void credited(long nowPs, long upToBytes) {}

  /** Whether to send an RTT probe now. Whoever is told yes does send one. */
  public boolean probe(long nowPs) {
    return false;
  }

  /** An RTT probe came back. */
  public void probed(long nowPs, long rttPs) {}

  /** The control itself, where this one only looks on while everything is passed on to it. */
  public Controller itself() {
    return this;
  }
}
