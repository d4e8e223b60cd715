package dev.headroom.prove.slice;

import dev.headroom.prove.plan.Step;
import dev.headroom.prove.slice.Slice.Pair;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of each round. All are pure functions of the number of links and the round.
 *
 * <p>Pairs of nodes by the circle method: one place is fixed, the others turn, and in n - 1 rounds
 * each node meets every other one once. With an odd number one node pauses in each round.
 */
final class Rounds {
  /** Senders of a pulse: enough to fill a buffer, few enough to leave a victim. */
  private static final int MOST_PULSE_SENDERS = 8;

  private Rounds() {}

  static List<Pair> of(Step step, int links, int round) {
    if (links == 1) {
      return List.of(new Pair(0, 0, false));
    }
    return switch (step) {
      case CHECKS, LOOPBACK -> pairs(links, round);
      case PULSE -> pulse(links, round);
      case HAMMER, THERMAL, PCIE, SIGNOFF -> shift(links, round);
    };
  }

  /** Each node with one other, in both directions. */
  private static List<Pair> pairs(int links, int round) {
    int even = links + links % 2;
    int turn = even - 1;
    List<Pair> pairs = new ArrayList<>();
    for (int k = 0; k < even / 2; k++) {
      int a = k == 0 ? turn : (round + k) % turn;
      int b = (round + turn - k) % turn;
      if (a < links && b < links) {
        pairs.add(new Pair(a, b, false));
        pairs.add(new Pair(b, a, false));
      }
    }
    return pairs;
  }

  /** Each node to the one that stands so many places behind it. */
  private static List<Pair> shift(int links, int round) {
    int by = 1 + round % (links - 1);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < links; i++) {
      pairs.add(new Pair(i, (i + by) % links, false));
    }
    return pairs;
  }

  /**
   * Some nodes to one receiver; from the first of them a victim to the last, whose link is idle in
   * that direction.
   */
  private static List<Pair> pulse(int links, int round) {
    int receiver = round % links;
    int senders = Math.min(MOST_PULSE_SENDERS, links - 1);
    List<Pair> pairs = new ArrayList<>();
    for (int k = 1; k <= senders; k++) {
      pairs.add(new Pair((receiver + k) % links, receiver, false));
    }
    if (links > 2) {
      pairs.add(new Pair((receiver + 1) % links, (receiver + senders) % links, true));
    }
    return pairs;
  }
}
