package dev.headroom.model.text;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a message shows of texts that people bring, of which any may be megabytes long. Messages end
 * with what would be right, so the middle is left out, not the end.
 */
public final class Shown {
  /** Characters of one word: more than any name of a file has parts of. */
  static final int MOST_OF_WORD = 300;

  /** Characters of one line. */
  static final int MOST_OF_LINE = 3_000;

  private static final String LEFT_OUT = "...";
  private static final int OF_WORD = 60;
  private static final int BEFORE = 1_000;
  private static final int BEHIND = 500;

  private Shown() {}

  /** A message as it is, or without the middles of its long words, and its own if it is long. */
  public static String line(String text) {
    if (text.length() <= MOST_OF_WORD) {
      return text;
    }
    int length = text.length();
    String ends =
        length <= 2 * MOST_OF_LINE
            ? text
            : text.substring(0, MOST_OF_LINE)
                + " "
                + LEFT_OUT
                + " "
                + text.substring(length - MOST_OF_LINE);
    String cut =
        Arrays.stream(ends.split(" ", -1)).map(Shown::word).collect(Collectors.joining(" "));
    return cut.length() <= MOST_OF_LINE
        ? cut
        : cut.substring(0, BEFORE) + " " + LEFT_OUT + " " + cut.substring(cut.length() - BEHIND);
  }

  private static String word(String word) {
    return word.length() <= MOST_OF_WORD
        ? word
        : word.substring(0, OF_WORD) + LEFT_OUT + word.substring(word.length() - OF_WORD / 2);
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
