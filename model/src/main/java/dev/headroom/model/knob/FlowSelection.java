package dev.headroom.model.knob;

import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Selection of a run's flows: by number, and the slowest one. Immutable.
 *
 * @param ranges of numbers, as they were written
 * @param slowest whether the slowest one is among them: unfinished, or of the greatest slowdown
 */
public record FlowSelection(List<Range> ranges, boolean slowest) {
  /** More than this nobody looks at one by one. */
  public static final int MOST = 64;

  static final ValueType<FlowSelection> TYPE =
      new ValueType<>(
          "flows",
          "[0, 5, 8-11, slowest]",
          FlowSelection::parse,
          FlowSelection::toString,
          List.of());

  private static final String SLOWEST = "slowest";

  /** From one number to another, both among them. */
  public record Range(int from, int to) {
    @Override
    public String toString() {
      return from == to ? String.valueOf(from) : from + "-" + to;
    }
  }

  public FlowSelection {
    ranges = List.copyOf(ranges);
  }

  private static FlowSelection parse(String text) {
    List<Range> ranges = new ArrayList<>();
    boolean slowest = false;
    String[] words = "none".equals(text.strip()) ? new String[0] : text.strip().split(",", -1);
    for (String word : words) {
      if (SLOWEST.equals(word.strip())) {
        slowest = true;
      } else {
        ranges.add(range(word.strip()));
      }
    }
    FlowSelection choice = new FlowSelection(ranges, slowest);
    if (choice.size() > MOST) {
      throw new UnitException(
          "'%s' selects %d flows; the maximum is %d".formatted(text, choice.size(), MOST));
    }
    return choice;
  }

  private static Range range(String word) {
    if (!word.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
      throw new UnitException(
          "'" + word + "' is not a flow; write numbers as 0,5,8-11, or slowest");
    }
    int[] ends = Arrays.stream(word.split("-", 2)).mapToInt(Integer::parseInt).toArray();
    Range range = new Range(ends[0], ends[ends.length - 1]);
    if (range.to < range.from) {
      throw new UnitException("'" + word + "' is a descending range; write it like 8-11");
    }
    return range;
  }

  /** The numbers, in order and each once. */
  public int[] numbers() {
    return ranges.stream()
        .flatMapToInt(range -> IntStream.rangeClosed(range.from, range.to))
        .sorted()
        .distinct()
        .toArray();
  }

  /** How many there are at most. */
  public long size() {
    return ranges.stream().mapToLong(range -> range.to - range.from + 1L).sum() + (slowest ? 1 : 0);
  }

  public boolean isEmpty() {
    return ranges.isEmpty() && !slowest;
  }

  /** Those with a number: all but the slowest, and another instead of it. */
  public FlowSelection with(int flow) {
    List<Range> more = new ArrayList<>(ranges);
    more.add(new Range(flow, flow));
    return new FlowSelection(more, false);
  }

  @Override
  public String toString() {
    if (isEmpty()) {
      return "none";
    }
    String numbers = ranges.stream().map(Range::toString).collect(Collectors.joining(","));
    return slowest ? (numbers.isEmpty() ? SLOWEST : numbers + "," + SLOWEST) : numbers;
  }
}
