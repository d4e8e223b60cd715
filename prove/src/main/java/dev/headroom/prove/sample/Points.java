package dev.headroom.prove.sample;

import java.util.Arrays;

/**
 * Points of one series in time. Most counters of errors never move: equal values in a row are one
 * run, with the time of its first and its last point.
 */
public final class Points {
  private static final int FIRST_RUNS = 2;

  private long[] from = new long[FIRST_RUNS];
  private long[] to = new long[FIRST_RUNS];
  private int[] counts = new int[FIRST_RUNS];
  private double[] values = new double[FIRST_RUNS];
  private int begin;
  private int end;

  void add(long timeMs, double value) {
    if (end > begin && values[end - 1] == value) {
      to[end - 1] = timeMs;
      counts[end - 1]++;
      return;
    }
    if (end == values.length) {
      makeRoom();
    }
    from[end] = timeMs;
    to[end] = timeMs;
    counts[end] = 1;
    values[end++] = value;
  }

  private void makeRoom() {
    int runs = end - begin;
    int size = runs * 2 > values.length ? values.length * 2 : values.length;
    from = Arrays.copyOf(Arrays.copyOfRange(from, begin, end), size);
    to = Arrays.copyOf(Arrays.copyOfRange(to, begin, end), size);
    counts = Arrays.copyOf(Arrays.copyOfRange(counts, begin, end), size);
    values = Arrays.copyOf(Arrays.copyOfRange(values, begin, end), size);
    begin = 0;
    end = runs;
  }

  /** Forgets runs that ended before a time. */
  void forgetBefore(long timeMs) {
    while (begin < end && to[begin] < timeMs) {
      begin++;
    }
  }

  /** Forgets all: the next point is a baseline. */
  void clear() {
    begin = 0;
    end = 0;
  }

  public boolean isEmpty() {
    return begin == end;
  }

  public long lastMs() {
    return to[end - 1];
  }

  public double last() {
    return values[end - 1];
  }

  /**
   * What a range of time holds: points at {@code fromMs} or later, up to {@code toMs}. Points of a
   * run are taken to lie evenly in it.
   */
  public Window window(long fromMs, long toMs) {
    Window window = new Window();
    for (int run = begin; run < end; run++) {
      if (to[run] >= fromMs && from[run] <= toMs) {
        add(window, run, fromMs, toMs);
      }
    }
    return window;
  }

  private void add(Window window, int run, long fromMs, long toMs) {
    long first = from[run];
    long last = to[run];
    int count = counts[run];
    if (count > 1 && (first < fromMs || last > toMs)) {
      double step = (double) (last - first) / (count - 1);
      int skipped = first < fromMs ? (int) Math.ceil((fromMs - first) / step - 1e-9) : 0;
      int kept = last > toMs ? (int) Math.floor((toMs - first) / step + 1e-9) : count - 1;
      if (kept < skipped) {
        return;
      }
      last = first + Math.round(kept * step);
      first += Math.round(skipped * step);
      count = kept - skipped + 1;
    }
    window.add(first, last, count, values[run]);
  }

  /** Points in a range of time, as far as functions need them. */
  public static final class Window {
    private long firstMs;
    private long lastMs;
    private double first;
    private double last;
    private double sum;
    private double most = Double.NEGATIVE_INFINITY;
    private double least = Double.POSITIVE_INFINITY;
    private int count;
    private int changes;

    private void add(long fromMs, long toMs, int points, double value) {
      if (count == 0) {
        firstMs = fromMs;
        first = value;
      } else {
        changes++;
      }
      lastMs = toMs;
      last = value;
      count += points;
      sum += points * value;
      most = Math.max(most, value);
      least = Math.min(least, value);
    }

    public int count() {
      return count;
    }

    public long firstMs() {
      return firstMs;
    }

    public long lastMs() {
      return lastMs;
    }

    public double first() {
      return first;
    }

    public double last() {
      return last;
    }

    /** How often the value changed from one point to the next. */
    public int changes() {
      return changes;
    }

    public double most() {
      return most;
    }

    public double least() {
      return least;
    }

    public double average() {
      return sum / count;
    }
  }
}
