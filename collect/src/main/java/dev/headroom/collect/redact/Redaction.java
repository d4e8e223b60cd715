package dev.headroom.collect.redact;

import dev.headroom.formats.fact.SecretTable;
import java.util.Optional;

/**
 * Filter that keeps what a pattern matches in one format, and nothing else. The script does the
 * same in awk, with the same patterns.
 */
public sealed interface Redaction
    permits KeptLines, KeptLinePrefixes, KeptWords, KeptEntries, KeptMembers {
  /** What stands where something was taken out. */
  String REMOVED = SecretTable.REMOVED;

  /** {@code lines}, {@code heads}, {@code words}, {@code entries} or {@code json}. */
  String kind();

  /** An extended regular expression. */
  String keep();

  /**
   * What is let through.
   *
   * @return nothing if the text is not of the format at all, so that all of it is held back
   */
  Optional<String> apply(String text);

  /**
   * A redaction of a kind.
   *
   * @param keep what is let through
   * @param never what is not, even so
   */
  static Redaction of(String kind, String keep, String never) {
    return switch (kind) {
      case "lines" -> new KeptLines(keep, never);
      case "heads" -> new KeptLinePrefixes(keep, never);
      case "entries" -> new KeptEntries(keep, never);
      case "words" -> new KeptWords(keep, never);
      case "json" -> new KeptMembers(keep, never);
      default ->
          throw new IllegalArgumentException(
              "unknown redaction of " + kind + "; valid are lines, heads, words, entries and json");
    };
  }
}
