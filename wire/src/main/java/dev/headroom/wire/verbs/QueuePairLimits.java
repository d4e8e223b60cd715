package dev.headroom.wire.verbs;

/**
 * What a queue pair has room for.
 *
 * @param sends work requests that are not completed, 1 to 16,384
 * @param receives receives that are posted, 0 to 16,384
 */
public record QueuePairLimits(int sends, int receives) {
  public QueuePairLimits {
    if (sends < 1 || sends > 16_384) {
      throw new IllegalArgumentException(sends + " sends; 1 to 16384 is right");
    }
    if (receives < 0 || receives > 16_384) {
      throw new IllegalArgumentException(receives + " receives; 0 to 16384 is right");
    }
  }
}
