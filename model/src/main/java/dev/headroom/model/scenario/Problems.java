package dev.headroom.model.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The problems found so far; reading goes on so that all are reported at once. */
final class Problems {
  /** So many are told. */
  static final int MOST = 100;

  private final List<Problem> found = new ArrayList<>();

  /** How many of these are of values that are right, each by itself. */
  private int misfits;

  void add(Spot spot, String key, String what, String right) {
    found.add(new Problem(spot.file(), spot.line(), spot.column(), key, what, right));
  }

  /** Values that are right, each by itself, do not go together. */
  void addMisfit(Spot spot, String key, String what, String right) {
    add(spot, key, what, right);
    misfits++;
  }

  /** Whether all that is wrong is that values do not go together. */
  boolean onlyMisfits() {
    return misfits > 0 && misfits == found.size();
  }

  boolean none() {
    return found.isEmpty();
  }

  /** How many there are: whoever remembers it can tell later whether what it read was right. */
  int count() {
    return found.size();
  }

  /** In the order of the file, each once; of very many the first hundred. */
  List<Problem> inOrder() {
    return found.stream()
        .distinct()
        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
        .limit(MOST)
        .toList();
  }
}
