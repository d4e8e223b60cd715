package dev.headroom.formats.source;

/**
 * Source that exists but was not read.
 *
 * @param origin where a person finds it
 * @param why in one line: what is wrong, and what would be right
 */
public record UnreadSource(String origin, String why) {
  @Override
  public String toString() {
    return origin + ": " + why;
  }
}
