package dev.headroom.wire.verbs;

/**
 * Capacity of a queue pair.
 *
 * @param sends work requests that are not completed, 1 to 16,384
 * @param receives receives that are posted, 0 to 16,384
 * @param pieces scatter/gather pieces of one work request or receive, 1 to 32
 * @param inlineBytes data that is taken when it is posted, 0 to 1,024
 */
public record QueuePairLimits(int sends, int receives, int pieces, int inlineBytes) {
  public QueuePairLimits {
    ConnectionSettings.within("sends", sends, 1, 16_384);
    ConnectionSettings.within("receives", receives, 0, 16_384);
    ConnectionSettings.within("pieces", pieces, 1, 32);
    ConnectionSettings.within("inlineBytes", inlineBytes, 0, 1024);
  }

  /** With 8 pieces and 236 inline bytes, which is what perftest asks for where it asks. */
  public QueuePairLimits(int sends, int receives) {
    this(sends, receives, 8, 236);
  }
}
