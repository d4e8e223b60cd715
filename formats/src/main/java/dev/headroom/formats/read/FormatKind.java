package dev.headroom.formats.read;

import java.util.List;

/**
 * Format of files or outputs.
 *
 * @param id as reports name it: {@code lspci}
 * @param description one line: what it is
 * @param command what prints it, or where it lies
 * @param ignored its lines of no interest
 */
public record FormatKind(String id, String description, String command, List<IgnoredLine> ignored) {
  private static final int LONGEST = 2000;

  public FormatKind {
    ignored = List.copyOf(ignored);
  }

  public static FormatKind of(String id, String what, String command, IgnoredLine... ignored) {
    return new FormatKind(id, what, command, List.of(ignored));
  }

  /** A line that is longer than any of a person or tool is never ignored. */
  boolean ignores(String line) {
    if (line.length() > LONGEST) {
      return false;
    }
    for (IgnoredLine pattern : ignored) {
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
