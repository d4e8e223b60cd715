package dev.headroom.audit.table;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression that lines of logs are searched for. Of a site's own nobody knows whether it
 * comes to an end ({@code (a+)+\1b} takes twice as long for each further {@code a}): it may read so
 * many characters for a line, and ends when the program is told to stop.
 */
public final class LinePattern {
  /** Characters read for one line: a thousand times over for one of a thousand. */
  private static final int MOST_READ = 1_000_000;

  /** So often it is asked whether to stop. */
  private static final int ASKED_EACH = 1 << 14;

  private final Pattern pattern;
  private final Origin origin;

  public LinePattern(Pattern pattern, Origin origin) {
    this.pattern = pattern;
    this.origin = origin;
  }

  /**
   * Whether it is found in a line.
   *
   * @throws EndlessPattern if that cannot be said in time
   */
  public boolean isIn(String line) {
    return said(line, Matcher::find);
  }

  /**
   * Whether all of a text fits it.
   *
   * @throws EndlessPattern if that cannot be said in time
   */
  public boolean fits(String text) {
    return said(text, Matcher::matches);
  }

  private boolean said(String line, Predicate<Matcher> asked) {
    if (origin == Origin.OURS) {
      return asked.test(pattern.matcher(line));
    }
    try {
      return asked.test(pattern.matcher(new Counted(line, new int[1])));
    } catch (StackOverflowError e) { // as (a|b)* on a long line, one call for each character
      throw EndlessPattern.nesting(pattern, line.length());
    }
  }

  /** A text that ends the search in it when too much of it was read. */
  private final class Counted implements CharSequence {
    private final CharSequence text;
    private final int[] read;

    private Counted(CharSequence text, int[] read) {
      this.text = text;
      this.read = read;
    }

    @Override
    public char charAt(int index) {
      int count = ++read[0];
      if (count > MOST_READ
          || (count % ASKED_EACH == 0 && Thread.currentThread().isInterrupted())) {
        throw EndlessPattern.reading(pattern, count, text.length());
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), read);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
