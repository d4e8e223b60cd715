package dev.headroom.formats.read;

import java.util.List;

/**
 * Format of files or outputs.
 *
 * @param id as reports name it: {@code lspci}
 * @param what one line: what it is
 * @param command what prints it, or where it lies
 * @param ignored its lines of no interest
 */
public record Kind(String id, String what, String command, List<Ignored> ignored) {
  private static final int LONGEST = 2000;

  public Kind {
    ignored = List.copyOf(ignored);
  }

  public static Kind of(String id, String what, String command, Ignored... ignored) {
    return new Kind(id, what, command, List.of(ignored));
  }

  /** A line that is longer than any of a person or tool is never ignored. */
  boolean ignores(String line) {
    if (line.length() > LONGEST) {
      return false;
    }
    for (Ignored pattern : ignored) {
      if (pattern.matches(line)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return id;
  }
}
