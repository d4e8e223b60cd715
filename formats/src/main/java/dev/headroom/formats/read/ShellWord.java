package dev.headroom.formats.read;

import java.util.regex.Pattern;

/**
 * First word of a shell command line as the shell parses it: without quotes and backslashes. It
 * ends at a blank, a semicolon or another end of the command.
 */
public final class ShellWord {
  private static final String ENDS = " \t;&|<>()";

  private static final Pattern REFERENCE = Pattern.compile("\\$[A-Za-z_{(]|`");

  private ShellWord() {}

  /**
   * What is known of a variable that a script sets: its value, or an expression whose value only
   * the shell that ran it knew. Paths are values although they name what they add to.
   */
  public static String key(String variable, String value) {
    return REFERENCE.matcher(value).find() && !variable.endsWith("PATH") ? "expression" : "value";
  }

  /** The word that begins here; the whole text where only a running shell could tell its end. */
  public static String at(String text) {
    if (text.contains("$(") || text.indexOf('`') >= 0) {
      return text.strip();
    }
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && ENDS.indexOf(c) >= 0) {
        break;
      } else if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        // Within double quotes a backslash is one, but before what it would have to keep plain.
        if (quote == '"' && "$`\"\\".indexOf(next) < 0) {
          word.append(c);
        }
        word.append(next);
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    return quote == 0 ? word.toString() : text.strip();
  }
}
