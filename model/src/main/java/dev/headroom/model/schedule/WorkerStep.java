package dev.headroom.model.schedule;

import java.util.Arrays;

/**
 * Step of a worker, filled in by {@link Schedule#step}. Once a message has arrived on each of some
 * lines, the worker processes some bytes and sends a message on each of other lines. Reused, so
 * that asking allocates nothing.
 *
 * <p>Of its GPU's own data it may also write some to where the result lies.
 *
 * <p>A step may instead only last and signal: it moves no data, takes a time of its own, and what
 * it sends tells other workers of the same GPU, at once, that it is done.
 */
public final class WorkerStep {
  /** Who begins or awaits more than so many workers takes several steps for it. */
  public static final int BATCH = 256;

  /** Most have no more than this many; those that have get room for more. */
  private static final int FEW_LINES = 2;

  private int[] receive = new int[FEW_LINES];
  private int[] send = new int[FEW_LINES];
  private int receives;
  private int sends;
  private long bytes;
  private long keptBytes;
  private long movedBytes;
  private boolean signals;
  private long lastsPs;
  private int times;

  /** Makes it a step that works on {@code data} bytes, and neither waits nor sends yet. */
  public WorkerStep working(long data) {
    receives = 0;
    sends = 0;
    bytes = data;
    keptBytes = 0;
    movedBytes = 0;
    signals = false;
    lastsPs = 0;
    times = 1;
    return this;
  }

  /** Makes it a step that lasts so long and moves nothing, and neither waits nor tells yet. */
  public WorkerStep lasting(long ps) {
    working(0);
    signals = true;
    lastsPs = ps;
    return this;
  }

  /** Lets it wait for the next message of a line. */
  public WorkerStep after(int line) {
    if (receives == receive.length) {
      receive = more(receive);
    }
    receive[receives++] = line;
    return this;
  }

  /** Lets it send the next message of a line. */
  public WorkerStep to(int line) {
    if (sends == send.length) {
      send = more(send);
    }
    send[sends++] = line;
    return this;
  }

  private static int[] more(int[] lines) {
    return Arrays.copyOf(lines, 4 * lines.length);
  }

  /** Says that from it on so many of its worker's steps in a row, itself one of them, are alike. */
  public WorkerStep repeated(int alike) {
    times = alike;
    return this;
  }

  /** Lets it write so much of its GPU's own data to where the result lies, unless in place. */
  public WorkerStep keeping(long data) {
    keptBytes = data;
    return this;
  }

  /**
   * Says what moving its data costs where that is not what it sends to others of its machine: with
   * a switch that hands out one message to all, or in a step that only takes.
   *
   * @param data as many bytes as take as long
   */
  public WorkerStep moving(long data) {
    movedBytes = data;
    return this;
  }

  public int receives() {
    return receives;
  }

  public int received(int i) {
    return receive[i];
  }

  public int sends() {
    return sends;
  }

  public int sent(int i) {
    return send[i];
  }

  /** Counts the lines from another one on: those of a schedule that is part of another. */
  public WorkerStep from(int firstLine) {
    for (int i = 0; i < receives; i++) {
      receive[i] += firstLine;
    }
    for (int i = 0; i < sends; i++) {
      send[i] += firstLine;
    }
    return this;
  }

  /** Whether it moves no data, and only tells others of the same GPU. */
  public boolean signals() {
    return signals;
  }

  /** How long it lasts if it {@link #signals}, in picoseconds. */
  public long lastsPs() {
    return lastsPs;
  }

  /** Bytes of its GPU's own data that it writes to where the result lies, unless in place. */
  public long keptBytes() {
    return keptBytes;
  }

  /** What it moves, in bytes; 0: what it works on, for each line within the machine. */
  public long movedBytes() {
    return movedBytes;
  }

  /** How many of its worker's steps in a row, itself the first, are alike; there may be more. */
  public int times() {
    return times;
  }

  /** Bytes of data worked on: what each of its messages carries. */
  public long bytes() {
    return bytes;
  }
}
