package dev.headroom.wire.verbs;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Completion of a work request (IBA 11.4.2.1).
 *
 * @param id of the work request
 * @param queuePair number of the queue pair
 * @param receive whether it was a receive
 * @param bytes what arrived, for receives, READs and atomics; 0 for others. A datagram's count has
 *     40 more, which its receive begins with: a global route header in the words of InfiniBand, of
 *     which IPv4 fills the last 20 (IBA annex A17.4.5.1)
 * @param immediate what a SEND or WRITE brought with it, for receives
 * @param sender who sent a datagram
 */
public record WorkCompletion(
    long id,
    int queuePair,
    Status status,
    boolean receive,
    long bytes,
    OptionalInt immediate,
    Optional<Sender> sender) {

  /** The specification's statuses (IBA 10.10.3). */
  public enum Status {
    SUCCESS,
    /** What came is longer than the receive, or what goes is longer than a message may be. */
    LOCAL_LENGTH_ERROR,
    /** This side's device could not do it. */
    LOCAL_OPERATION_ERROR,
    /** This side's memory is not registered so, or not at all. */
    LOCAL_PROTECTION_ERROR,
    /** The queue pair went to error before it was done. */
    WORK_REQUEST_FLUSHED,
    /** The peer calls it invalid. */
    REMOTE_INVALID_REQUEST,
    /** The peer does not allow it. */
    REMOTE_ACCESS_ERROR,
    /** The peer failed. */
    REMOTE_OPERATIONAL_ERROR,
    /** No answer, however often it was sent. */
    RETRY_EXCEEDED,
    /** The peer posted no receive, however long it was waited. */
    RNR_RETRY_EXCEEDED
  }
}
