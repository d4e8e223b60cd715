package dev.headroom.audit.rulefile;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Regular expression that matches lines of logs. Of a site's own nobody knows whether it comes to
 * an end ({@code (a+)+\1b} takes twice as long for each further {@code a}): it may read so many
 * characters for a line, and ends when the program is told to stop.
 */
public final class LinePattern {
  /** Characters read for one line: a thousand times over for one of a thousand. */
  private static final int MOST_READ = 1_000_000;

  /** So often each character of a log may be read, beside what one line may take. */
  private static final int MOST_PER_CHARACTER = 200;

  /** So often it is asked whether to stop. */
  private static final int ASKED_EACH = 1 << 14;

  private final Pattern pattern;
  private final RuleOrigin origin;

  public LinePattern(Pattern pattern, RuleOrigin origin) {
    this.pattern = pattern;
    this.origin = origin;
  }

  /**
   * Whether it is found in lines of one log; {@link RunawayPatternException} if that cannot be
   * said.
   */
  public Predicate<String> search() {
    if (origin == RuleOrigin.BUILT_IN) {
      return line -> pattern.matcher(line).find();
    }
    long[] left = {MOST_READ};
    return line -> {
      left[0] += (long) MOST_PER_CHARACTER * line.length();
      int[] read = new int[1];
      boolean found = said(line, read, (int) Math.min(MOST_READ, left[0]), Matcher::find);
      left[0] -= read[0];
      return found;
    };
  }

  /**
   * Whether all of a text fits it.
   *
   * @throws RunawayPatternException if that cannot be said in time
   */
  public boolean fits(String text) {
    return origin == RuleOrigin.BUILT_IN
        ? pattern.matcher(text).matches()
        : said(text, new int[1], MOST_READ, Matcher::matches);
  }

  /**
   * What its first group stands for in a line, or all of what it matches if it has no group.
   *
   * @throws RunawayPatternException if that cannot be said in time
   */
  public Optional<String> group(String line) {
    List<String> found = new ArrayList<>();
    Predicate<Matcher> search =
        matcher -> matcher.find() && found.add(matcher.group(Math.min(1, matcher.groupCount())));
    said(line, new int[1], MOST_READ, search);
    return found.stream().filter(Objects::nonNull).findFirst();
  }

  private boolean said(String line, int[] read, int most, Predicate<Matcher> asked) {
    try {
      return asked.test(pattern.matcher(new Counted(line, read, most)));
    } catch (StackOverflowError e) { // as (a|b)* on a long line, one call for each character
      throw RunawayPatternException.nesting(pattern, line.length());
    }
  }

  /** A text that ends the search in it when too much of it was read. */
  private final class Counted implements CharSequence {
    private final CharSequence text;
    private final int[] read;
    private final int most;

    private Counted(CharSequence text, int[] read, int most) {
      this.text = text;
      this.read = read;
      this.most = most;
    }

    @Override
    public char charAt(int index) {
      int count = ++read[0];
      if (count > most || (count % ASKED_EACH == 0 && Thread.currentThread().isInterrupted())) {
        throw RunawayPatternException.reading(pattern, count, text.length());
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), read, most);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
