package dev.headroom.sim.cpu;

/**
 * Interrupt moderation of a NIC that adapts to traffic: Linux's dynamic interrupt moderation
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
final class AdaptiveModeration extends DynamicModeration {
  static final int PACKETS = 256;

  private static final long[] HOLDS_PS = {US, 8 * US, 64 * US, 128 * US, 256 * US};

  private final int most;

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

  private Course course = Course.PARKED;
  private int profile = 1;
  private int stepsRight;
  private int stepsLeft;
  private int stepsInDirection;
  private Rates before = Rates.NONE;

  /**
   * @param most packets that may come meanwhile
   */
  AdaptiveModeration(int most) {
    this.most = most;
  }

  @Override
  long holdPs() {
    return HOLDS_PS[profile];
  }

  @Override
  public int most() {
    return most;
  }

  private static Change change(Rates now, Rates before) {
    if (before.bytes() == 0) {
      return now.bytes() > 0 ? Change.BETTER : Change.SAME;
    }
    if (differ(now.bytes(), before.bytes())) {
      return now.bytes() > before.bytes() ? Change.BETTER : Change.WORSE;
    }
    if (differ(now.pieces(), before.pieces())) {
      return now.pieces() > before.pieces() ? Change.BETTER : Change.WORSE;
    }
    if (differ(now.events(), before.events())) {
      return now.events() < before.events() ? Change.BETTER : Change.WORSE;
    }
    return Change.SAME;
  }

  @Override
  void decide(Rates now) {
    boolean wasParked = course == Course.PARKED;
    switch (course) {
      case PARKED -> {
        if (change(now, before) != Change.SAME) {
          leaveParking();
        }
      }
      case TIRED -> {
        stepsInDirection--;
        if (stepsInDirection == 0) {
          leaveParking();
        }
      }
      case RIGHT, LEFT -> {
        if (change(now, before) != Change.BETTER) {
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
    } else if (stepsInDirection == 2 * HOLDS_PS.length) {
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
    stepsInDirection = 0;
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
    stepsInDirection++;
    return true;
  }
}
