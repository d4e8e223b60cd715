package dev.headroom.model.schedule;

/**
 * One step of a worker, filled in by {@link Schedule#step}: once a message has come on each of some
 * lines, it works on so many bytes and sends a message on each of others. Reused, so that asking
 * allocates nothing.
 */
public final class Step {
  /** No worker listens to, or sends to, more than this many at once. */
  public static final int MOST_LINES = 80;

  private final int[] receive = new int[MOST_LINES];
  private final int[] send = new int[MOST_LINES];
  private int receives;
  private int sends;
  private long bytes;

  /** Makes it a step that works on {@code data} bytes, and neither waits nor sends yet. */
  public Step working(long data) {
    receives = 0;
    sends = 0;
    bytes = data;
    return this;
  }

  /** Lets it wait for the next message of a line. */
  public Step after(int line) {
    receive[receives++] = line;
    return this;
  }

  /** Lets it send the next message of a line. */
  public Step to(int line) {
    send[sends++] = line;
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

  /** Bytes of data worked on: what each of its messages carries. */
  public long bytes() {
    return bytes;
  }
}
