package dev.headroom.formats.read;

/**
 * Fast checks for prose that need no pattern, since they run for each line of a log. Each is true
 * of all lines that the pattern beside it takes.
 */
final class ProseCheck {
  private ProseCheck() {}

  /** Whether its first character that is not blank is one of these. */
  static boolean begins(String line, String with) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c > ' ') {
        return with.indexOf(c) >= 0;
      }
    }
    return false;
  }

  /** Whether its last character that is not blank is one of these. */
  static boolean ends(String line, String with) {
    for (int i = line.length() - 1; i >= 0; i--) {
      char c = line.charAt(i);
      if (c > ' ') {
        return with.indexOf(c) >= 0;
      }
    }
    return false;
  }

  /** Whether there is any character beyond Latin, Greek, Cyrillic and their neighbours. */
  static boolean isBeyondLatin(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) > '\u2fff') {
        return true;
      }
    }
    return false;
  }

  /** Whether nothing but a word, and what may stand around one, lies between two blanks. */
  static boolean mayHaveWordBetweenBlanks(String line) {
    boolean word = false;
    for (int i = line.indexOf(' ') + 1; i > 0 && i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == ' ') {
        if (word) {
          return true;
        }
      } else if (!mayBeOfWord(c)) {
        i = line.indexOf(' ', i);
        if (i < 0) {
          return false;
        }
        word = false;
        continue;
      }
      word = c != ' ';
    }
    return false;
  }

  private static boolean mayBeOfWord(char c) {
    return c >= 'a' || (c >= 'A' && c <= 'Z') || ",;:.'(\"`".indexOf(c) >= 0;
  }
}
