package dev.headroom.app;

import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.UnitException;
import java.util.ArrayList;
import java.util.List;

/** Sizes as {@code --sizes} names them: {@code 8B..64MiB}, each twice the one before, or one. */
final class SizeRange {
  private SizeRange() {}

  /** In bytes, smallest first. */
  static List<Long> parse(String text) {
    int dots = text.indexOf("..");
    long first = size(dots < 0 ? text : text.substring(0, dots));
    long last = dots < 0 ? first : size(text.substring(dots + 2));
    if (first < 1) {
      throw new BadInput("--sizes " + text + ": a size is 1B or more");
    }
    if (last < first) {
      throw new BadInput(
          "--sizes "
              + text
              + ": the last is below the first; write "
              + text.substring(dots + 2)
              + ".."
              + text.substring(0, dots));
    }
    List<Long> sizes = new ArrayList<>();
    for (long size = first; size <= last && size > 0; size *= 2) {
      sizes.add(size);
    }
    return sizes;
  }

  private static long size(String text) {
    try {
      return Size.parse(text).bytes();
    } catch (UnitException e) {
      throw new BadInput("--sizes: " + e.getMessage(), e);
    }
  }
}
