package dev.headroom.model.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Grid of processes in one to three dimensions, the last one counted first, as {@code
 * MPI_Cart_create} does.
 *
 * @param lengths of the dimensions, each 1 or more
 * @param periodic whether the last of each dimension is next to the first
 */
public record ProcessGrid(List<Integer> lengths, boolean periodic) {
  private static final int MOST_DIMENSIONS = 3;

  public ProcessGrid {
    lengths = List.copyOf(lengths);
  }

  /**
   * A grid as people write it: {@code 4x4x2}, or only how many dimensions it has, {@code 3D}, which
   * are then as even as can be, the first the longest.
   *
   * @return empty where it is neither, or is of another number of processes
   */
  public static Optional<ProcessGrid> parse(String text, int processes, boolean periodic) {
    if (text.matches("[123]D")) {
      return Optional.of(even(text.charAt(0) - '0', processes, periodic));
    }
    if (!text.matches("[0-9]{1,6}(x[0-9]{1,6}){0," + (MOST_DIMENSIONS - 1) + "}")) {
      return Optional.empty();
    }
    List<Integer> lengths = Arrays.stream(text.split("x", -1)).map(Integer::valueOf).toList();
    long all = lengths.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    return all == processes ? Optional.of(new ProcessGrid(lengths, periodic)) : Optional.empty();
  }

  /** As {@code MPI_Dims_create}: of all that fit, the one whose longest side is the shortest. */
  private static ProcessGrid even(int dimensions, int processes, boolean periodic) {
    List<Integer> lengths = new ArrayList<>();
    int left = processes;
    for (int more = dimensions; more > 0; more--) {
      int length = longestOf(left, more);
      lengths.add(length);
      left /= length;
    }
    lengths.sort(Comparator.reverseOrder());
    return new ProcessGrid(lengths, periodic);
  }

  /** The least divisor that is no less than the root: the longest side of an even grid. */
  private static int longestOf(int processes, int dimensions) {
    int length = Math.max(1, (int) Math.round(Math.pow(processes, 1.0 / dimensions)));
    while (Math.pow(length, dimensions) < processes || processes % length != 0) {
      length++;
    }
    return length;
  }

  public int processes() {
    return lengths.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b);
  }

  /**
   * Those next to a process, dimension by dimension, the one before and the one behind; in a
   * dimension of two with {@link #periodic} the same one twice.
   */
  public List<Integer> neighbours(int rank) {
    List<Integer> neighbours = new ArrayList<>();
    int stride = processes();
    for (int length : lengths) {
      stride /= length;
      int place = rank / stride % length;
      for (int step : new int[] {-1, 1}) {
        int other = periodic ? Math.floorMod(place + step, length) : place + step;
        if (other >= 0 && other < length && other != place) {
          neighbours.add(rank + (other - place) * stride);
        }
      }
    }
    return neighbours;
  }

  @Override
  public String toString() {
    return lengths.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
