package dev.headroom.model.knob;

import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Map from numbers such as DSCPs to classes 0 to 7: {@code 24-31=3,48=6,*=0}, where {@code *}
 * stands for all numbers that are not listed. Those that nobody names go where they go by default.
 */
public final class ClassMap {
  /** DSCPs are below this. */
  public static final int DSCPS = 64;

  private ClassMap() {}

  /** A priority for each DSCP; the upper three bits by default, as the class selectors have it. */
  public static List<Integer> ofDscps(String text) {
    return read(text, DSCPS, 8);
  }

  /** A queue for each priority; the same number by default. */
  public static List<Integer> ofClasses(String text) {
    return read(text, ClassSchedule.CLASSES, 1);
  }

  /**
   * Only the entries that a map names: a DSCP or a priority, and the value in {@code all}.
   *
   * @param all the whole map, of {@link #ofDscps} or {@link #ofClasses}
   */
  public static SortedMap<Integer, Integer> named(String text, List<Integer> all) {
    SortedMap<Integer, Integer> named = new TreeMap<>();
    for (String entry : text.strip().split(",")) {
      String[] range = entry.strip().split("=")[0].split("-");
      boolean every = range[0].equals("*");
      if (every || range[0].matches("\\d+")) {
        int from = every ? 0 : Integer.parseInt(range[0]);
        int to = every ? all.size() - 1 : Integer.parseInt(range[range.length - 1]);
        for (int i = from; i <= to; i++) {
          named.put(i, all.get(i));
        }
      }
    }
    return named;
  }

  private static List<Integer> read(String text, int size, int divisor) {
    List<Integer> map = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      map.add(i / divisor);
    }
    if ("default".equals(text.strip())) {
      return List.copyOf(map);
    }
    List<int[]> named = new ArrayList<>();
    for (String part : text.strip().split(",", -1)) {
      String[] pair = part.strip().split("=", -1);
      if (pair.length != 2 || !pair[1].matches("[0-7]")) {
        throw new UnitException("'" + part + "' is not NUMBERS=CLASS; write it like 24-31=3,*=0");
      }
      int to = Integer.parseInt(pair[1]);
      if ("*".equals(pair[0])) {
        Collections.fill(map, to);
      } else {
        named.add(new int[] {bound(pair[0], 0, size), bound(pair[0], 1, size), to});
      }
    }
    for (int[] range : named) {
      for (int i = range[0]; i <= range[1]; i++) {
        map.set(i, range[2]);
      }
    }
    return List.copyOf(map);
  }

  private static int bound(String range, int which, int size) {
    String[] ends = range.split("-", 2);
    String end = ends[Math.min(which, ends.length - 1)];
    if (!end.matches("[0-9]{1,2}") || Integer.parseInt(end) >= size) {
      throw new UnitException(
          "'%s' is not a number from 0 to %d or a range of them".formatted(range, size - 1));
    }
    return Integer.parseInt(end);
  }

  static String parseDscps(String text) {
    ofDscps(text);
    return text.strip();
  }

  static String parseClasses(String text) {
    ofClasses(text);
    return text.strip();
  }
}
