package dev.headroom.formats.read;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Pattern of lines without information: rulers, legends, closing brackets.
 *
 * @param pattern what the whole line looks like
 * @param why nobody wants it
 * @param prefilter quick, and true of every line that the pattern takes: it is asked first
 */
public record IgnoredLine(Pattern pattern, String why, Predicate<String> prefilter) {

  public static IgnoredLine of(String pattern, String why) {
    return of(pattern, why, _ -> true);
  }

  static IgnoredLine of(String pattern, String why, Predicate<String> may) {
    return new IgnoredLine(Pattern.compile(pattern), why, may);
  }

  boolean matches(String line) {
    return prefilter.test(line) && pattern.matcher(line).matches();
  }
}
