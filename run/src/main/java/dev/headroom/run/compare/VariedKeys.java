package dev.headroom.run.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Keys in which the runs of a comparison differ, stated once, with the values of each run.
 *
 * @param keys {@code congestion, pfc.enabled}; empty where runs are of different files
 * @param labels a run each: {@code dcqcn, true}
 */
public record VariedKeys(String keys, List<String> labels) {
  private static final String BETWEEN = ", ";

  public static VariedKeys of(List<ComparedRun> runs) {
    List<String> whole = runs.stream().map(compared -> compared.variant().label()).toList();
    List<String> keys = keys(whole.getFirst());
    if (keys.stream().anyMatch(String::isEmpty)
        || !whole.stream().allMatch(label -> keys(label).equals(keys))) {
      return new VariedKeys("", whole);
    }
    return new VariedKeys(
        String.join(BETWEEN, keys), whole.stream().map(label -> values(label, keys)).toList());
  }

  /** The keys with their values in the order in which they come; none where there are no keys. */
  List<FactorialEffects.Factor> factors() {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<String> names = List.of(keys.split(BETWEEN));
    return IntStream.range(0, names.size())
        .mapToObj(i ->
            new FactorialEffects.Factor(
                names.get(i),
                labels.stream().map(label -> label.split(BETWEEN, -1)[i]).distinct().toList()))
        .toList();
  }

  /**
   * Keys of several that change nothing in any variant: those that differ in no other are the same.
   */
  List<String> idle(List<VariantRuns> variantRuns) {
    List<FactorialEffects.Factor> factors = factors();
    return factors.size() < 2
        ? List.of()
        : factors.stream()
            .filter(factor -> factor.values().size() > 1)
            .map(FactorialEffects.Factor::key)
            .filter(key -> isIdle(key, variantRuns))
            .toList();
  }

  private static boolean isIdle(String key, List<VariantRuns> variantRuns) {
    Map<String, List<String>> digests = new HashMap<>();
    boolean isSeen = false;
    for (VariantRuns each : variantRuns) {
      List<String> other = digests.putIfAbsent(without(List.of(key), each.label()), each.digests());
      isSeen |= other != null;
      if (other != null && !other.equals(each.digests())) {
        return false;
      }
    }
    return isSeen;
  }

  /** A label without some of its keys. */
  static String without(List<String> keys, String label) {
    return Stream.of(label.split(BETWEEN))
        .filter(part -> keys.stream().noneMatch(key -> part.startsWith(key + "=")))
        .collect(Collectors.joining(BETWEEN));
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
