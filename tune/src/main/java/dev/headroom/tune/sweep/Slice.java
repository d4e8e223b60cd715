package dev.headroom.tune.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Contiguous trials of a sweep.
 *
 * @param first number of the first one, from 0
 * @param last number of the last one
 */
public record Slice(long first, long last) implements Comparable<Slice> {
  private static final Pattern PART = Pattern.compile("part-([0-9]{1,18})-([0-9]{1,18})\\.parquet");

  public Slice {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(first + " to " + last);
    }
  }

  /** Name of the file with the rows of these trials. */
  public String partName() {
    return "part-%d-%d.parquet".formatted(first, last);
  }

  /** Trials whose rows a file of this name has; empty if the name is not that of a part. */
  public static Optional<Slice> ofPart(String name) {
    Matcher matcher = PART.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(matcher.group(1));
    long last = Long.parseLong(matcher.group(2));
    return last < first ? Optional.empty() : Optional.of(new Slice(first, last));
  }

  public long size() {
    return last - first + 1;
  }

  public boolean contains(long trial) {
    return first <= trial && trial <= last;
  }

  /** Pieces of at most so many trials. */
  List<Slice> cut(long most) {
    List<Slice> pieces = new ArrayList<>();
    for (long from = first; from <= last; from += most) {
      pieces.add(new Slice(from, Math.min(last, from + most - 1)));
    }
    return pieces;
  }

  /**
   * What others leave of this slice.
   *
   * @param others in ascending order; they may overlap
   */
  List<Slice> without(List<Slice> others) {
    List<Slice> left = new ArrayList<>();
    long next = first;
    for (Slice other : others) {
      if (other.first > last) {
        break;
      }
      if (other.first > next) {
        left.add(new Slice(next, other.first - 1));
      }
      next = Math.max(next, other.last + 1);
    }
    if (next <= last) {
      left.add(new Slice(next, last));
    }
    return left;
  }

  @Override
  public int compareTo(Slice other) {
    return first != other.first ? Long.compare(first, other.first) : Long.compare(last, other.last);
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}
