package dev.headroom.sim.message;

/**
 * Limits on the outstanding messages and bytes of a connection.
 *
 * @param messages posted and not completed, at most
 * @param reads of these, READs that have been asked for, at most
 * @param windowBytes payload in flight, or asked for by READ, at most; {@code Long.MAX_VALUE}: any
 * @param followsRate whether the window shrinks in proportion to the rate; not with READ, whose
 *     requester does not know it
 */
public record OutstandingLimits(long messages, long reads, long windowBytes, boolean followsRate) {
  /** So many messages, READs or not, whatever they hold. */
  public static OutstandingLimits of(long messages, long reads) {
    return new OutstandingLimits(messages, reads, Long.MAX_VALUE, false);
  }

  /** READs that may be on their way or being answered. */
  public long mostReads() {
    return Math.min(messages, reads);
  }
}
