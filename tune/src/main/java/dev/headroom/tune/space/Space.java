package dev.headroom.tune.space;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Space of settings: dimensions, each with the values that a search may give to one knob. A point
 * is an array with one code for each dimension.
 *
 * @param dimensions a linked one stands behind the one that it is linked to
 */
public record Space(List<Dimension> dimensions) {
  public Space {
    dimensions = List.copyOf(dimensions);
    Set<String> known = new HashSet<>();
    for (Dimension dimension : dimensions) {
      dimension
          .link()
          .filter(link -> !known.contains(link.to()))
          .ifPresent(link -> {
            throw new IllegalArgumentException(
                dimension.knob() + " is linked to " + link.to() + ", which does not precede it");
          });
      if (!known.add(dimension.knob())) {
        throw new IllegalArgumentException(dimension.knob() + " appears more than once");
      }
    }
  }

  /** Number of dimensions. */
  public int size() {
    return dimensions.size();
  }

  /** Number of points; infinite if it does not fit a double. */
  public double points() {
    return dimensions.stream().mapToDouble(Dimension::size).reduce(1, (a, b) -> a * b);
  }

  /** Names of the knobs, in order. */
  public List<String> knobs() {
    return dimensions.stream().map(Dimension::knob).toList();
  }

  /**
   * The candidate of a point.
   *
   * @param codes one for each dimension
   */
  public Candidate candidate(int[] codes) {
    if (codes.length != dimensions.size()) {
      throw new IllegalArgumentException(codes.length + " codes for " + size() + " dimensions");
    }
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < codes.length; i++) {
      Dimension dimension = dimensions.get(i);
      settings.put(dimension.knob(), dimension.text(codes[i], settings));
    }
    return Candidate.of(settings);
  }

  /** The point of a candidate; empty if a value of it is in no list, or is missing. */
  public Optional<int[]> codes(Candidate candidate) {
    List<Integer> codes = new ArrayList<>();
    for (Dimension dimension : dimensions) {
      OptionalInt code = dimension.code(candidate.settings());
      if (code.isEmpty()) {
        return Optional.empty();
      }
      codes.add(code.getAsInt());
    }
    return Optional.of(codes.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * The point that a vector of the unit cube falls into.
   *
   * @param unit 0 to 1 for each dimension
   */
  public int[] codes(double[] unit) {
    int[] codes = new int[unit.length];
    for (int i = 0; i < unit.length; i++) {
      int size = dimensions.get(i).size();
      codes[i] = Math.clamp((long) Math.floor(unit[i] * size), 0, size - 1);
    }
    return codes;
  }

  /** The middle of a point's cell in the unit cube. */
  public double[] unit(int[] codes) {
    double[] unit = new double[codes.length];
    for (int i = 0; i < codes.length; i++) {
      unit[i] = (codes[i] + 0.5) / dimensions.get(i).size();
    }
    return unit;
  }
}
