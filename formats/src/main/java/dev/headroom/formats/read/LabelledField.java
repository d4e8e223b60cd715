package dev.headroom.formats.read;

import java.util.Optional;

/**
 * Line of the form {@code label: value}.
 *
 * @param label without blanks around it
 * @param value likewise; may be blank
 */
public record LabelledField(String label, String value) {

  /** Splits at the first colon that a blank or the end follows, else at the first one. */
  public static Optional<LabelledField> of(String text) {
    return of(text, ':');
  }

  public static Optional<LabelledField> of(String text, char separator) {
    int at = -1;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == separator) {
        if (i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1))) {
          at = i;
          break;
        }
        at = at < 0 ? i : at;
      }
    }
    if (at <= 0 || text.substring(0, at).isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        new LabelledField(text.substring(0, at).strip(), text.substring(at + 1).strip()));
  }

  public String slug() {
    return KeySlug.of(label);
  }
}
