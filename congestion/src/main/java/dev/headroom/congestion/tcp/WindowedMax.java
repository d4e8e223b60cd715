package dev.headroom.congestion.tcp;

/** Maximum of the values added in the most recent rounds, up to a number of rounds. */
final class WindowedMax {
  private final double[] bests;
  private long round;
  private double max;

  public WindowedMax(int rounds) {
    bests = new double[rounds];
  }

  double max() {
    return max;
  }

  /** Adds a value, 0 or more; rounds never go back. Older values expire only here. */
  void add(long now, double value) {
    if (now == round) {
      int slot = slot(round);
      bests[slot] = Math.max(bests[slot], value);
      max = Math.max(max, value);
      return;
    }
    for (long each = Math.max(round + 1, now - bests.length + 1); each <= now; each++) {
      bests[slot(each)] = 0;
    }
    round = now;
    bests[slot(now)] = value;
    max = 0;
    for (double best : bests) {
      max = Math.max(max, best);
    }
  }

  private int slot(long at) {
    return (int) (at % bests.length);
  }
}
