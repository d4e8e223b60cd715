package dev.headroom.model.script;

import java.util.ArrayList;
import java.util.List;

/**
 * Sequence of calls of one process.
 *
 * <p>There are two ways to send. With {@link #send} a message waits until the peer has said that it
 * expects it, as MPI's large messages do and Gloo's newer collectives. With {@link #put} it leaves
 * at once, as MPI's small ones, and those of Gloo's collectives that have set buffers aside.
 */
public final class ProcessScript {
  /** What a call is about. */
  enum Kind {
    /** Tells the peer that its next message is expected. */
    EXPECT,
    /** A message that leaves once the peer expects it. */
    SEND,
    /** A message that leaves at once. */
    PUT,
    /** Until the peer's next message has come. */
    AWAIT,
    /** Tells the peer something beside the data, at once: an int. */
    NOTIFY,
    /** Until that has come. */
    AWAIT_NOTICE,
    /** Arithmetic or copying. */
    WORK
  }

  /**
   * A call.
   *
   * @param peer whom it is about; 0 for work
   * @param amount bytes sent, or picoseconds of work
   */
  record Call(Kind kind, int peer, long amount) {}

  private final List<Call> calls = new ArrayList<>();

  List<Call> calls() {
    return calls;
  }

  public void expect(int from) {
    calls.add(new Call(Kind.EXPECT, from, 0));
  }

  public void send(int to, long bytes) {
    calls.add(new Call(Kind.SEND, to, bytes));
  }

  public void put(int to, long bytes) {
    calls.add(new Call(Kind.PUT, to, bytes));
  }

  public void await(int from) {
    calls.add(new Call(Kind.AWAIT, from, 0));
  }

  public void notify(int peer) {
    calls.add(new Call(Kind.NOTIFY, peer, Integer.BYTES));
  }

  public void awaitNotice(int from) {
    calls.add(new Call(Kind.AWAIT_NOTICE, from, 0));
  }

  /** Works for so long, in picoseconds. */
  public void work(long ps) {
    if (ps > 0) {
      calls.add(new Call(Kind.WORK, 0, ps));
    }
  }
}
