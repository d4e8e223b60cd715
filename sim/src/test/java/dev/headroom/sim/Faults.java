package dev.headroom.sim;

import java.util.ArrayList;
import java.util.List;

/** What does not hold, in words. */
final class Faults {
  private static final int MOST = 40;

  private final List<String> all = new ArrayList<>();

  void expect(boolean holds, String otherwise) {
    if (!holds && all.size() < MOST) {
      all.add(otherwise);
    }
  }

  void add(List<String> more) {
    all.addAll(more);
  }

  List<String> all() {
    return List.copyOf(all);
  }
}
