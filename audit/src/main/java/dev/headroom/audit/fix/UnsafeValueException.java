package dev.headroom.audit.fix;

/** Error for a value from a user's file that must not stand in a command. */
public final class UnsafeValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 60;

  UnsafeValueException(CommandValueSyntax grammar, String value) {
    super("'" + shown(value) + "' is not " + grammar.words());
  }

  private static String shown(String value) {
    return value.length() <= MOST_SHOWN ? value : value.substring(0, MOST_SHOWN) + "...";
  }
}
