package dev.headroom.model.scenario;

/** Writer of a text as a YAML scalar that reads back as the same text in any place. */
final class YamlQuote {
  private YamlQuote() {}

  static String scalar(String text) {
    if (isPlain(text) && !"null".equals(text)) {
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

  /** Whether a text is of letters and digits, and of what may stand behind the first of them. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean ordinary = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!ordinary && (i == 0 || "_./@%+-".indexOf(c) < 0)) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
