package dev.headroom.audit;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text in which {@code *} stands for any letters; all others stand for themselves. */
public final class Glob {
  private final String text;
  private final Pattern pattern;

  private Glob(String text) {
    this.text = text;
    String pieces =
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    this.pattern = Pattern.compile(pieces, Pattern.DOTALL);
  }

  static Glob of(String text) {
    return new Glob(text);
  }

  boolean matches(String whole) {
    return pattern.matcher(whole).matches();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob glob && glob.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
