package dev.headroom.model.scenario;

import java.util.regex.Pattern;

/** Writes a text as a YAML scalar that reads back as the same text, wherever it stands. */
final class Quote {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./@%+-]*");

  private Quote() {}

  static String scalar(String text) {
    if (PLAIN.matcher(text).matches() && !"null".equals(text)) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029 || c == 0xfeff) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
