package dev.headroom.formats.read;

import java.util.List;

/**
 * A format of files or outputs.
 *
 * @param id as reports name it: {@code lspci}
 * @param what one line: what it is
 * @param command what prints it, or where it lies
 * @param ignored its lines of no interest
 */
public record Kind(String id, String what, String command, List<Ignored> ignored) {
  public Kind {
    ignored = List.copyOf(ignored);
  }

  public static Kind of(String id, String what, String command, Ignored... ignored) {
    return new Kind(id, what, command, List.of(ignored));
  }

  boolean ignores(String line) {
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
