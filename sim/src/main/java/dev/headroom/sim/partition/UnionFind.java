package dev.headroom.sim.partition;

/** Groups of nodes that are joined two at a time (union-find). */
public final class UnionFind {
  private final int[] leader;

  UnionFind(int nodes) {
    leader = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      leader[i] = i;
    }
  }

  UnionFind(int[] leaders) {
    leader = leaders.clone();
  }

  void join(int one, int other) {
    int a = find(one);
    int b = find(other);
    leader[Math.max(a, b)] = Math.min(a, b);
  }

  private int find(int i) {
    int at = i;
    while (leader[at] != at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }

  int[] leaders() {
    int[] all = new int[leader.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = find(i);
    }
    return all;
  }
}
