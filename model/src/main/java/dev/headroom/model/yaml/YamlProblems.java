package dev.headroom.model.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Collection of errors; reading continues, so that all are reported at once. */
public final class YamlProblems {
  /** So many are told. */
  public static final int MOST = 100;

  /** So many are kept, of which the first in the file are told. */
  private static final int MOST_KEPT = 10_000;

  /** So many keys that there are not are told one by one. */
  private static final int MOST_UNKNOWN = 10;

  private final List<Problem> found = new ArrayList<>();

  /** How many of these are of values that are right, each by itself. */
  private int misfits;

  /** Of keys that there are not. */
  private int unknown;

  /** Problems that are not kept. */
  private int more;

  private Optional<Problem> others = Optional.empty();

  public void add(FilePosition spot, String key, String what, String right) {
    if (found.size() < MOST_KEPT) {
      found.add(new Problem(spot.file(), spot.line(), spot.column(), key, what, right));
    } else {
      more++;
    }
  }

  /**
   * A key that there is not. What would be right takes its time to be found, and of a file of
   * another kind every key may be wrong: of the first few it is told, the others are counted.
   */
  public void addUnknown(
      FilePosition spot, String key, Supplier<String> what, Supplier<String> right) {
    unknown++;
    if (unknown <= MOST_UNKNOWN) {
      add(spot, key, what.get(), right.get());
    } else {
      int hidden = unknown - MOST_UNKNOWN;
      others =
          Optional.of(
              new Problem(
                  spot.file(),
                  0,
                  0,
                  "",
                  "%,d more %s that there %s not"
                      .formatted(hidden, hidden == 1 ? "key" : "keys", hidden == 1 ? "is" : "are"),
                  ""));
    }
  }

  /** Values that are right, each by itself, do not go together. */
  public void addMisfit(FilePosition spot, String key, String what, String right) {
    add(spot, key, what, right);
    misfits++;
  }

  /** Whether all that is wrong is that values do not go together. */
  public boolean onlyMisfits() {
    return misfits > 0 && misfits == count();
  }

  public boolean none() {
    return count() == 0;
  }

  /** How many there are: whoever remembers it can tell later whether what it read was right. */
  public int count() {
    return found.size() + more + Math.max(0, unknown - MOST_UNKNOWN);
  }

  /** In the order of the file, each once; of very many the first hundred. */
  public List<Problem> inOrder() {
    List<Problem> ordered =
        found.stream()
            .distinct()
            .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
            .limit(MOST)
            .toList();
    return Stream.concat(ordered.stream(), others.stream()).toList();
  }
}
