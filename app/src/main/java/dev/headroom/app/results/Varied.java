package dev.headroom.app.results;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What sets the runs of a comparison apart, said once: the keys that vary, and each run's values.
 *
 * @param keys {@code congestion, pfc.enabled}; empty where runs are of different files
 * @param labels a run each: {@code dcqcn, true}
 */
public record Varied(String keys, List<String> labels) {
  private static final String BETWEEN = ", ";

  public static Varied of(List<Compared> runs) {
    List<String> whole = runs.stream().map(Compared::label).toList();
    List<String> keys = keys(whole.getFirst());
    if (keys.stream().anyMatch(String::isEmpty)
        || !whole.stream().allMatch(label -> keys(label).equals(keys))) {
      return new Varied("", whole);
    }
    return new Varied(
        String.join(BETWEEN, keys), whole.stream().map(label -> values(label, keys)).toList());
  }

  /** The keys with their values in the order in which they come; none where there are no keys. */
  List<Effects.Factor> factors() {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<String> names = List.of(keys.split(BETWEEN));
    return IntStream.range(0, names.size())
        .mapToObj(i ->
            new Effects.Factor(
                names.get(i),
                labels.stream().map(label -> label.split(BETWEEN, -1)[i]).distinct().toList()))
        .toList();
  }

  /** The values of a run's own label, a key each. */
  static List<String> valuesOf(String label) {
    return List.of(values(label, keys(label)).split(BETWEEN, -1));
  }

  /** What stands before the first equals sign of each part; empty where a part has none. */
  private static List<String> keys(String label) {
    return List.of(label.split(BETWEEN)).stream()
        .map(part -> part.substring(0, Math.max(0, part.indexOf('='))))
        .toList();
  }

  private static String values(String label, List<String> keys) {
    String[] parts = label.split(BETWEEN);
    return String.join(
        BETWEEN,
        IntStream.range(0, parts.length)
            .mapToObj(i -> parts[i].substring(keys.get(i).length() + 1))
            .toList());
  }
}
