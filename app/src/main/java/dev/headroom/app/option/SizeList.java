package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * List of sizes of the option {@code --sizes}, separated by commas: {@code 8B..64MiB}, where each
 * is twice the one before, or a single size.
 */
public final class SizeList {
  private static final String FORMS =
      "write one as 64MiB, several as 1MiB,12MB,64MiB, or a doubling range as 8B..64MiB";

  private SizeList() {}

  /** In bytes, smallest first, each once. */
  public static List<Long> parse(String text) {
    Set<Long> sizes = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      add(part.strip(), text, sizes);
    }
    return List.copyOf(sizes);
  }

  private static void add(String part, String text, Set<Long> sizes) {
    int dots = part.indexOf("..");
    String from = dots < 0 ? part : part.substring(0, dots);
    String to = dots < 0 ? part : part.substring(dots + 2);
    long first = size(from, text);
    long last = size(to, text);
    if (first < 1) {
      throw wrong(text, "a size must be 1B or more");
    }
    if (last < first) {
      throw wrong(text, "the last is below the first; write " + to + ".." + from);
    }
    for (long size = first; size <= last && size > 0; size *= 2) {
      sizes.add(size);
    }
  }

  private static long size(String size, String text) {
    if (size.isBlank()) {
      throw wrong(text, "a size is missing; " + FORMS);
    }
    try {
      return Size.parse(size).bytes();
    } catch (UnitException e) {
      throw wrong(text, e.getMessage() + "; " + FORMS);
    }
  }

  private static BadInputException wrong(String text, String why) {
    return new BadInputException("--sizes " + text + ": " + why);
  }
}
