package dev.headroom.audit.rulefile;

import java.util.regex.Pattern;

/**
 * Error for a regular expression that takes too long on a line; the message is the input that its
 * rule would need.
 */
public final class RunawayPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private RunawayPatternException(Pattern pattern, String why) {
    super("a pattern that terminates: '%s' %s".formatted(pattern, why));
  }

  /** One that reads on and on. */
  static RunawayPatternException reading(Pattern pattern, int read, int length) {
    return new RunawayPatternException(
        pattern, "was not finished after %,d characters of a line of %,d".formatted(read, length));
  }

  /** One that calls itself more deeply than the program can. */
  static RunawayPatternException nesting(Pattern pattern, int length) {
    return new RunawayPatternException(
        pattern, "recurses too deeply on a line of %,d characters".formatted(length));
  }

  /** What the rule would need. */
  public String need() {
    return String.valueOf(getMessage());
  }
}
