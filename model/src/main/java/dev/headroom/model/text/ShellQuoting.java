package dev.headroom.model.text;

/** Quoting of words for a POSIX shell. */
public final class ShellQuoting {
  private ShellQuoting() {}

  /** A word in single quotes, in which a shell sees nothing special (POSIX.1-2017, XCU 2.2.2). */
  public static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** The same, without quotes where no shell needs them. */
  public static String word(String word) {
    return word.matches("[A-Za-z0-9_./:=,+-]+") ? word : quote(word);
  }
}
