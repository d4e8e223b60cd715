package dev.headroom.tune.sweep;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hipparchus.random.SobolSequenceGenerator;

/**
 * Choice of points in a space of settings.
 *
 * @param method which points
 * @param count number of points; 0 of a grid, whose keys tell it
 */
public record Sampling(Method method, long count) {
  /** Method of choosing points. */
  public enum Method {
    /** Every combination of values, the last key turning fastest. */
    GRID,
    /** Points of Sobol's sequence, which cover a space evenly. */
    SOBOL,
    /** Points drawn independently and uniformly. */
    RANDOM;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final Sampling GRID = new Sampling(Method.GRID, 0);

  /** Points that a sweep takes at most. */
  private static final long MOST = 10_000_000;

  private static final Pattern COUNTED = Pattern.compile("(sobol|random):([0-9]{1,9})");

  /** Reads {@code grid}, {@code sobol:256} or {@code random:100}. */
  public static Sampling parse(String text) {
    if (text.strip().equals(Method.GRID.word())) {
      return GRID;
    }
    Matcher matcher = COUNTED.matcher(text.strip());
    if (!matcher.matches()) {
      throw new SweepException(
          "'%s' is not a way to sample; use sobol:256, random:100 or grid".formatted(text));
    }
    long count = Long.parseLong(matcher.group(2));
    if (count < 1 || count > MOST) {
      throw new SweepException("%s: use 1 to %,d points".formatted(text, MOST));
    }
    Method method =
        Stream.of(Method.values())
            .filter(each -> each.word().equals(matcher.group(1)))
            .findFirst()
            .orElseThrow();
    return new Sampling(method, count);
  }

  @Override
  public String toString() {
    return method == Method.GRID ? method.word() : method.word() + ":" + count;
  }

  /** The points over these keys. */
  PointSet points(List<SweptKey> keys) {
    return switch (method) {
      case GRID -> grid(keys);
      case SOBOL -> new SobolPoints(count, new SobolSequenceGenerator(keys.size()));
      case RANDOM -> new RandomPoints(count, keys.size());
    };
  }

  private static PointSet grid(List<SweptKey> keys) {
    long product = 1;
    for (SweptKey key : keys) {
      if (key.isContinuous()) {
        throw new SweepException(
            ("%s: a grid needs values, not a range; add levels: 5 to the range, list values, or "
                    + "sample with sobol:256")
                .formatted(key.key()));
      }
      product *= key.levels().size();
      if (product > MOST) {
        throw new SweepException(
            "%s: the grid has more than %,d combinations; sample it with sobol:256"
                .formatted(
                    keys.stream().map(SweptKey::key).collect(Collectors.joining(" x ")), MOST));
      }
    }
    return new GridPoints(keys.stream().mapToInt(key -> key.levels().size()).toArray(), product);
  }

  /** Points in a unit cube by their number. */
  interface PointSet {
    long count();

    /** Coordinates, each 0 or more and less than 1. */
    double[] point(long number);
  }

  private record GridPoints(int[] sizes, long count) implements PointSet {
    @Override
    public double[] point(long number) {
      double[] point = new double[sizes.length];
      long rest = number;
      for (int i = sizes.length - 1; i >= 0; i--) {
        point[i] = (rest % sizes[i] + 0.5) / sizes[i];
        rest /= sizes[i];
      }
      return point;
    }
  }

  /**
   * The first point, all coordinates 0, belongs to the sequence: without it the balance is lost.
   */
  private record SobolPoints(long count, SobolSequenceGenerator sequence) implements PointSet {
    @Override
    public double[] point(long number) {
      synchronized (sequence) {
        return sequence.skipTo(Math.toIntExact(number));
      }
    }
  }

  /** Each point from a generator of its own, so that any can be computed by itself. */
  private record RandomPoints(long count, int dimensions) implements PointSet {
    @Override
    public double[] point(long number) {
      SplittableRandom random = new SplittableRandom(number);
      double[] point = new double[dimensions];
      for (int i = 0; i < dimensions; i++) {
        point[i] = random.nextDouble();
      }
      return point;
    }
  }
}
