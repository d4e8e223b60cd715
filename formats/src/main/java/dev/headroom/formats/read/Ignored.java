package dev.headroom.formats.read;

import java.util.regex.Pattern;

/**
 * Lines that say nothing anybody could want to know: rulers, legends, closing brackets.
 *
 * @param pattern what the whole line looks like
 * @param why nobody wants it
 */
public record Ignored(Pattern pattern, String why) {

  public static Ignored of(String pattern, String why) {
    return new Ignored(Pattern.compile(pattern), why);
  }

  boolean matches(String line) {
    return pattern.matcher(line).matches();
  }
}
