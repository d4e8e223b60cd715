package dev.headroom.formats.fact;

/**
 * Line that states a fact, so that a user can look it up.
 *
 * <p>Its text is a stranger's: whoever prints it takes care of control characters and markup.
 *
 * @param source where it stands
 * @param line from 1; 0 for a source as a whole
 * @param text the line, without colours and line end
 */
public record Evidence(FactSource source, int line, String text) {

  /** The same line of another source. */
  public Evidence withSource(FactSource other) {
    return new Evidence(other, line, text);
  }

  /** About how much memory it takes. */
  public int estimatedBytes() {
    return 80 + text.length();
  }

  /** {@code FILE:LINE}, as editors jump to. */
  public String location() {
    return line > 0 ? source.name() + ":" + line : source.name();
  }

  @Override
  public String toString() {
    return location() + ": " + text.strip();
  }
}
