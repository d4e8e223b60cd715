package dev.headroom.unit;

/**
 * Excerpt of a user's text for a message, since such text may be megabytes long. Messages end with
 * what would be right, so the middle is left out, not the end.
 */
public final class TextExcerpt {
  /** Characters of one word: more than any name of a file has parts of. */
  static final int MOST_OF_WORD = 300;

  /** Characters of one line. */
  static final int MOST_OF_LINE = 3_000;

  private static final String LEFT_OUT = "...";
  private static final int OF_WORD = 60;
  private static final int BEFORE = 1_000;
  private static final int BEHIND = 500;

  private TextExcerpt() {}

  /** A message as it is, or without the middles of its long words, and its own if it is long. */
  public static String line(String text) {
    if (text.length() <= MOST_OF_WORD) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    int start = 0;
    while (start <= text.length() && shown.length() <= MOST_OF_LINE) {
      int blank = text.indexOf(' ', start);
      int end = blank < 0 ? text.length() : blank;
      shown.append(start == 0 ? "" : " ").append(word(text, start, end));
      start = end + 1;
    }
    return start > text.length() && shown.length() <= MOST_OF_LINE
        ? shown.toString()
        : shown.substring(0, BEFORE) + LEFT_OUT + text.substring(text.length() - BEHIND);
  }

  private static String word(String text, int start, int end) {
    return end - start <= MOST_OF_WORD
        ? text.substring(start, end)
        : text.substring(start, start + OF_WORD)
            + LEFT_OUT
            + text.substring(end - OF_WORD / 2, end);
  }

  /** The same for each of its lines, of which so many are kept, and the number of the others. */
  public static String lines(String text, int most) {
    if (text.length() <= MOST_OF_WORD) {
      return text;
    }
    String[] lines = text.split("\n", most + 1);
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(most, lines.length); i++) {
      shown.append(i == 0 ? "" : "\n").append(line(lines[i]));
    }
    if (lines.length > most) {
      long more = lines[most].chars().filter(c -> c == '\n').count() + 1;
      shown.append("\nand ").append(more).append(" more");
    }
    return shown.toString();
  }
}
