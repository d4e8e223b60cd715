package dev.headroom.formats.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Nesting of lines by indentation: each line is part of the nearest one above it that is indented
 * less. What is nested without end, which no tool prints and which would make keys without end, is
 * refused.
 */
public final class IndentOutline {
  private static final int DEEPEST = 40;

  /** Of all names on the way to a line, characters. */
  private static final int LONGEST = 4000;

  private final Deque<Part> parts = new ArrayDeque<>();
  private int length;

  private record Part(int indent, String name) {}

  /** Begins anew. */
  public void clear() {
    parts.clear();
    length = 0;
  }

  /** Leaves the parts that a line so far to the right is not in. */
  public void leave(int indent) {
    while (!parts.isEmpty() && parts.element().indent() >= indent) {
      length -= parts.pop().name().length();
    }
  }

  /**
   * Begins a part.
   *
   * @throws UnreadableBlockException if it is nested too deep
   */
  public void enter(TextLine line, int indent, String name) {
    length += name.length();
    parts.push(new Part(indent, name));
    if (parts.size() > DEEPEST || length > LONGEST) {
      throw UnreadableBlockException.at(line, "is nested too deeply");
    }
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The names from the outermost part to the innermost, each with this after it. */
  public String path(String after) {
    StringBuilder path = new StringBuilder(length + parts.size() * after.length());
    for (Iterator<Part> at = parts.descendingIterator(); at.hasNext(); ) {
      path.append(at.next().name()).append(after);
    }
    return path.toString();
  }
}
