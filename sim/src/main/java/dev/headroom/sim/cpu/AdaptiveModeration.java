package dev.headroom.sim.cpu;

/**
 * How long a NIC holds an interrupt back, by what comes: Linux's dynamic interrupt moderation
 * (lib/dim/net_dim.c, profiles of receive queues whose timer starts with an event).
 *
 * <pre>
 *   held back   1, 8, 64, 128 or 256 us, at first 8; 256 packets at most
 *   look        every 64 interrupts: bytes, packets and interrupts a millisecond
 *   better      more bytes; or as many, and more packets; or as many, and fewer interrupts
 *   go          a step on while it gets better, else back; stop where a step to either side was
 *               worse, at an end, or after ten steps; go on when what comes changes
 * </pre>
 *
 * with differences of up to 10 % taken for none.
 */
final class AdaptiveModeration {
  static final int PACKETS = 256;

  private static final long US = 1_000_000;
  private static final long[] HOLDS_PS = {US, 8 * US, 64 * US, 128 * US, 256 * US};
  private static final int EVENTS = 64;
  private static final int PER_MS = 1000;

  private enum Course {
    PARKED,
    TIRED,
    RIGHT,
    LEFT
  }

  private enum Change {
    BETTER,
    SAME,
    WORSE
  }

  /** What came, a millisecond. */
  private record Rates(long bytes, long packets, long events) {
    static final Rates NONE = new Rates(0, 0, 0);

    Change since(Rates before) {
      if (before.bytes == 0) {
        return bytes > 0 ? Change.BETTER : Change.SAME;
      }
      if (differ(bytes, before.bytes)) {
        return bytes > before.bytes ? Change.BETTER : Change.WORSE;
      }
      if (differ(packets, before.packets)) {
        return packets > before.packets ? Change.BETTER : Change.WORSE;
      }
      if (differ(events, before.events)) {
        return events < before.events ? Change.BETTER : Change.WORSE;
      }
      return Change.SAME;
    }

    private static boolean differ(long now, long before) {
      return before != 0 && 100 * Math.abs(now - before) / before > 10;
    }
  }

  private Course course = Course.PARKED;
  private int profile = 1;
  private int stepsRight;
  private int stepsLeft;
  private int tired;
  private Rates before = Rates.NONE;

  private long sincePs = -1;
  private int events;
  private long bytes;
  private long packets;

  /** For how long interrupts are held back now, in picoseconds. */
  long holdPs() {
    return HOLDS_PS[profile];
  }

  /** A packet has come. */
  void packet(int size) {
    packets++;
    bytes += size;
  }

  /** The NIC is about to interrupt. */
  void event(long nowPs) {
    if (sincePs < 0) {
      begin(nowPs);
      return;
    }
    events++;
    if (events < EVENTS) {
      return;
    }
    long us = (nowPs - sincePs) / US;
    if (us > 0) {
      decide(new Rates(perMs(bytes, us), perMs(packets, us), perMs(EVENTS, us)));
    }
    begin(nowPs);
  }

  private void begin(long nowPs) {
    sincePs = nowPs;
    events = 0;
    bytes = 0;
    packets = 0;
  }

  private static long perMs(long count, long us) {
    return Math.ceilDiv(count * PER_MS, us);
  }

  private void decide(Rates now) {
    boolean wasParked = course == Course.PARKED;
    switch (course) {
      case PARKED -> {
        if (now.since(before) != Change.SAME) {
          leaveParking();
        }
      }
      case TIRED -> {
        tired--;
        if (tired == 0) {
          leaveParking();
        }
      }
      case RIGHT, LEFT -> {
        if (now.since(before) != Change.BETTER) {
          turn();
        }
        go();
      }
    }
    if (!wasParked || course != Course.PARKED) {
      before = now;
    }
  }

  private void leaveParking() {
    course = profile > 0 ? Course.LEFT : Course.RIGHT;
    step();
  }

  private void go() {
    if (isOnTop()) {
      park();
    } else if (tired == 2 * HOLDS_PS.length) {
      stepsRight = 0;
      stepsLeft = 0;
      course = Course.TIRED;
    } else if (!step()) {
      park();
    }
  }

  /** Whether it has come here from one side and has been back from the other. */
  private boolean isOnTop() {
    return course == Course.RIGHT
        ? stepsLeft > 1 && stepsRight == 1
        : stepsRight > 1 && stepsLeft == 1;
  }

  private void park() {
    stepsRight = 0;
    stepsLeft = 0;
    tired = 0;
    course = Course.PARKED;
  }

  private void turn() {
    if (course == Course.RIGHT) {
      course = Course.LEFT;
      stepsLeft = 0;
    } else {
      course = Course.RIGHT;
      stepsRight = 0;
    }
  }

  /** Takes a step, unless it is at the end. */
  private boolean step() {
    boolean right = course == Course.RIGHT;
    if (profile == (right ? HOLDS_PS.length - 1 : 0)) {
      return false;
    }
    profile += right ? 1 : -1;
    stepsRight += right ? 1 : 0;
    stepsLeft += right ? 0 : 1;
    tired++;
    return true;
  }
}
