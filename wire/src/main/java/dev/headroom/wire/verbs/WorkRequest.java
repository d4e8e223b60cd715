package dev.headroom.wire.verbs;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a queue pair is to do (IBA 10.8.2, 11.4.1).
 *
 * @param id comes back in the completion
 * @param data this side's memory: what is sent, or where results go
 * @param remoteAddress the peer's memory; not for SEND
 * @param rkey the peer's key to it; not for SEND
 * @param immediate four bytes for the receiver's completion; SEND and WRITE only
 * @param operand what is added, or what is swapped in; atomics only
 * @param compare what must be there to be swapped
 * @param signaled whether it is to be completed if all goes well
 * @param fenced whether it waits until READs and atomics before it are done
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
    boolean signaled,
    boolean fenced) {
  /** The operations. */
  public enum Verb {
    SEND,
    WRITE,
    READ,
    FETCH_AND_ADD,
    COMPARE_AND_SWAP
  }

  public WorkRequest {
    data = List.copyOf(data);
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
        true,
        false);
  }

  /** The same with four bytes for the receiver's completion. */
  public WorkRequest withImmediate(int value) {
    return new WorkRequest(
        id,
        verb,
        data,
        remoteAddress,
        rkey,
        OptionalInt.of(value),
        operand,
        compare,
        signaled,
        fenced);
  }

  /** The same, completed only if it fails. */
  public WorkRequest unsignaled() {
    return new WorkRequest(
        id, verb, data, remoteAddress, rkey, immediate, operand, compare, false, fenced);
  }

  /** The same, after READs and atomics before it are done. */
  public WorkRequest afterReads() {
    return new WorkRequest(
        id, verb, data, remoteAddress, rkey, immediate, operand, compare, signaled, true);
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
