package dev.headroom.congestion;

/**
 * The sender's half of a congestion control, for one queue pair. It answers two questions: how fast
 * may the next packet leave, and how many bytes may be in flight.
 *
 * <p>Times are picoseconds on one clock and never go back. Not thread-safe.
 */
public abstract class Controller {
  /** No limit on bytes in flight. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * The rate at which the next packet may leave, in bits per second, timers due by now included.
   */
  public abstract long rateBps(long nowPs);

  /** Bytes that may be in flight. */
  public long windowBytes() {
    return UNLIMITED;
  }

  /** A packet left; {@code bytes} as the rate counts them. */
  public abstract void sent(long nowPs, int bytes);

  /** Congestion was reported: a CNP, or an ACK that echoes a mark. */
  public abstract void congested(long nowPs);

  /**
   * Whether a new rate also moves the send that is already scheduled. Where not, it counts from the
   * one after.
   */
  public boolean movesScheduledSend() {
    return false;
  }
}
