package dev.headroom.model.sizing;

/** Range checks of arguments. */
final class ArgumentChecks {
  private ArgumentChecks() {}

  static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; it must be %d to %d".formatted(name, value, least, most));
    }
  }

  /** For quantities that cannot be 0: the text is how it was written. */
  static void positive(String name, long value, Object text) {
    if (value <= 0) {
      throw new IllegalArgumentException("%s is %s; it must be over 0".formatted(name, text));
    }
  }
}
