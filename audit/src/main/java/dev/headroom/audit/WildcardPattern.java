package dev.headroom.audit;

import java.util.function.Predicate;

/**
 * Text pattern in which {@code *} stands for any characters; all other characters stand for
 * themselves.
 */
public final class WildcardPattern {
  private final String text;
  private final Predicate<String> names;

  private WildcardPattern(String text) {
    this.text = text;
    this.names = dev.headroom.model.fabric.Glob.of(text);
  }

  static WildcardPattern of(String text) {
    return new WildcardPattern(text);
  }

  boolean matches(String whole) {
    return names.test(whole);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WildcardPattern glob && glob.text.equals(text);
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
