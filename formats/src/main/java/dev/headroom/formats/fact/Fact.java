package dev.headroom.formats.fact;

/**
 * Single statement of a source: subject, key and value.
 *
 * @param subject of whom
 * @param key of what, in words with dots between them, the unit last where there is one: {@code
 *     payload.bytes}
 * @param value as text; a number stands plain, without its unit
 * @param evidence the line that says it
 */
public record Fact(Subject subject, String key, String value, Evidence evidence) {

  /** The same, as it stands in another source. */
  public Fact withSource(FactSource source) {
    return new Fact(subject, key, value, evidence.withSource(source));
  }

  /** About how much memory it takes, without its line: what bounds count that hold in any heap. */
  public int estimatedBytes() {
    return 300 + key.length() + value.length();
  }

  @Override
  public String toString() {
    return "%s %s = %s (%s)".formatted(subject, key, value, evidence.location());
  }
}
