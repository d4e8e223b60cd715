package dev.headroom.wire.verbs;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Work request of a queue pair (IBA 10.8.2, 11.4.1). It never changes, so that one can be posted
 * many times.
 *
 * @param id comes back in the completion
 * @param data this side's memory: what is sent, or where results go
 * @param remoteAddress the peer's memory; not for SEND
 * @param rkey the peer's key to it; not for SEND
 * @param immediate four bytes for the receiver's completion; SEND and WRITE only
 * @param operand what is added, or what is swapped in; atomics only
 * @param compare what must be there to be swapped
 * @param destination where a datagram goes; only for queue pairs of type UD
 */
public record WorkRequest(
    long id,
    Verb verb,
    List<ScatterGather> data,
    long remoteAddress,
    int rkey,
    OptionalInt immediate,
    long operand,
    long compare,
    Set<Flag> flags,
    Optional<Destination> destination) {
  /** The longest message (IBA 9.3.3.3). */
  public static final long MOST_MESSAGE = 1L << 31;

  /** The operations. */
  public enum Verb {
    SEND,
    WRITE,
    READ,
    FETCH_AND_ADD,
    COMPARE_AND_SWAP;

    /** Whether a response brings something back. */
    public boolean isAnswered() {
      return this != SEND && this != WRITE;
    }
  }

  /** How it is to be done: libibverbs' {@code send_flags}. */
  public enum Flag {
    /** It is completed though all goes well. */
    SIGNALED,
    /** It waits until READs and atomics before it are done. */
    FENCED,
    /** Its data is taken when it is posted; the memory may change at once. SEND and WRITE only. */
    INLINE,
    /** The receiver's completion is one that wakes those who wait for such. */
    SOLICITED
  }

  public WorkRequest {
    data = List.copyOf(data);
    flags = Set.copyOf(flags);
  }

  /** Sends to a receive of the peer's. */
  public static WorkRequest send(long id, ScatterGather... data) {
    return of(id, Verb.SEND, 0, 0, 0, 0, data);
  }

  /** Writes to the peer's memory. */
  public static WorkRequest write(long id, long remoteAddress, int rkey, ScatterGather... data) {
    return of(id, Verb.WRITE, remoteAddress, rkey, 0, 0, data);
  }

  /** Reads the peer's memory. */
  public static WorkRequest read(long id, long remoteAddress, int rkey, ScatterGather... data) {
    return of(id, Verb.READ, remoteAddress, rkey, 0, 0, data);
  }

  /** Adds to eight bytes of the peer's memory; what was there comes back. */
  public static WorkRequest fetchAndAdd(
      long id, long remoteAddress, int rkey, long add, ScatterGather result) {
    return of(id, Verb.FETCH_AND_ADD, remoteAddress, rkey, add, 0, result);
  }

  /**
   * Replaces eight bytes of the peer's memory if they are as expected; what was there comes back.
   */
  public static WorkRequest compareAndSwap(
      long id, long remoteAddress, int rkey, long compare, long swap, ScatterGather result) {
    return of(id, Verb.COMPARE_AND_SWAP, remoteAddress, rkey, swap, compare, result);
  }

  private static WorkRequest of(
      long id,
      Verb verb,
      long remoteAddress,
      int rkey,
      long operand,
      long compare,
      ScatterGather... data) {
    return new WorkRequest(
        id,
        verb,
        List.of(data),
        remoteAddress,
        rkey,
        OptionalInt.empty(),
        operand,
        compare,
        Set.of(Flag.SIGNALED),
        Optional.empty());
  }

  /** The same with four bytes for the receiver's completion. */
  public WorkRequest withImmediate(int value) {
    return with(OptionalInt.of(value), flags, destination);
  }

  /** The same, completed only if it fails. */
  public WorkRequest unsignaled() {
    EnumSet<Flag> fewer = EnumSet.noneOf(Flag.class);
    fewer.addAll(flags);
    fewer.remove(Flag.SIGNALED);
    return with(immediate, fewer, destination);
  }

  /** The same, after READs and atomics before it are done. */
  public WorkRequest afterReads() {
    return flagged(Flag.FENCED);
  }

  /** The same, with its data taken when it is posted. */
  public WorkRequest inlined() {
    return flagged(Flag.INLINE);
  }

  /** The same, for a receiver that waits for what is solicited. */
  public WorkRequest solicited() {
    return flagged(Flag.SOLICITED);
  }

  /** The same as a datagram to somebody. */
  public WorkRequest to(Destination somebody) {
    return with(immediate, flags, Optional.of(somebody));
  }

  /**
   * Whether a queue pair may be asked for it.
   *
   * @throws IllegalArgumentException if it contradicts itself, the type, or the limits
   */
  public void checkFor(QueuePairType type, QueuePairLimits limits) {
    long bytes = bytes();
    boolean inline = flags.contains(Flag.INLINE);
    refuse(
        data.size() > limits.pieces(),
        data.size() + " pieces; " + limits.pieces() + " is the maximum of this queue pair");
    refuse(bytes > MOST_MESSAGE, "a message of " + bytes + " bytes; 2^31 is the maximum");
    refuse(
        verb.isAnswered() && verb != Verb.READ && bytes != Long.BYTES,
        "an atomic returns 8 bytes, and there is room for " + bytes);
    refuse(verb.isAnswered() && immediate.isPresent(), "only SEND and WRITE take an immediate");
    refuse(verb.isAnswered() && inline, "only SEND and WRITE can be inline");
    refuse(
        inline && bytes > limits.inlineBytes(),
        bytes + " bytes inline; " + limits.inlineBytes() + " is the maximum of this queue pair");
    refuse(
        type == QueuePairType.UC && verb.isAnswered(),
        verb + " on a queue pair of type UC, which does SEND and WRITE");
    refuse(
        type == QueuePairType.UD && verb != Verb.SEND,
        verb + " on a queue pair of type UD, which does SEND");
    refuse(
        (type == QueuePairType.UD) != destination.isPresent(),
        "a destination is for queue pairs of type UD, and required there");
  }

  private static void refuse(boolean wrong, String what) {
    if (wrong) {
      throw new IllegalArgumentException(what);
    }
  }

  private WorkRequest flagged(Flag flag) {
    EnumSet<Flag> more = EnumSet.of(flag);
    more.addAll(flags);
    return with(immediate, more, destination);
  }

  private WorkRequest with(OptionalInt newImmediate, Set<Flag> newFlags, Optional<Destination> to) {
    return new WorkRequest(
        id, verb, data, remoteAddress, rkey, newImmediate, operand, compare, newFlags, to);
  }

  /** Whether it is completed though all goes well. */
  public boolean signaled() {
    return flags.contains(Flag.SIGNALED);
  }

  /** Whether it waits until READs and atomics before it are done. */
  public boolean fenced() {
    return flags.contains(Flag.FENCED);
  }

  /** Bytes of this side's memory. */
  public long bytes() {
    long sum = 0;
    for (ScatterGather piece : data) {
      sum += piece.bytes();
    }
    return sum;
  }
}
