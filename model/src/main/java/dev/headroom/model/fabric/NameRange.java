package dev.headroom.model.fabric;

import java.util.AbstractList;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;

/** Names that differ in one number, {@code host-2..4}, each created on demand. */
final class NameRange extends AbstractList<String> implements RandomAccess {
  private static final String DOTS = "..";

  /** Of a number; there are fewer names than an {@code int} can count. */
  private static final int MOST_DIGITS = 9;

  private final String before;
  private final int first;
  private final int size;
  private final String behind;

  private NameRange(String before, int first, int size, String behind) {
    this.before = before;
    this.first = first;
    this.size = size;
    this.behind = behind;
  }

  /** The range that a text is; empty if there is no number on both sides of two dots in it. */
  static Optional<NameRange> of(String text) {
    for (int dots = text.indexOf(DOTS); dots >= 0; dots = text.indexOf(DOTS, dots + 1)) {
      int start = dots;
      while (start > 0 && dots - start < MOST_DIGITS && isDigit(text.charAt(start - 1))) {
        start--;
      }
      int number = dots + DOTS.length();
      int end = number;
      while (end < text.length() && end - number <= MOST_DIGITS && isDigit(text.charAt(end))) {
        end++;
      }
      if (start < dots && end > number && end - number <= MOST_DIGITS) {
        int first = Integer.parseInt(text, start, dots, 10);
        int last = Integer.parseInt(text, number, end, 10);
        int size = Math.max(0, last - first + 1);
        return Optional.of(
            new NameRange(text.substring(0, start), first, size, text.substring(end)));
      }
    }
    return Optional.empty();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  public String get(int index) {
    return before + (first + Objects.checkIndex(index, size)) + behind;
  }

  @Override
  public int size() {
    return size;
  }
}
