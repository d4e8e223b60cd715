package dev.headroom.audit.document;

/** Escaping of text for elements and attributes of XML 1.0 and HTML. */
final class MarkupEscaper {
  private static final char REPLACEMENT = '\ufffd';

  private MarkupEscaper() {}

  /**
   * Nothing of it is markup any more; what XML cannot hold at all, such as escape characters and
   * half surrogates, becomes U+FFFD, and so does what turns the direction of writing around.
   */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(escaped, c));
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int c) {
    switch (c) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\'' -> escaped.append("&#39;");
      case '\n', '\t' -> escaped.append((char) c);
      default -> {
        boolean shown =
            !Character.isISOControl(c)
                && Character.getType(c) != Character.FORMAT
                && Character.getType(c) != Character.SURROGATE
                && c != 0xfffe
                && c != 0xffff;
        if (shown) {
          escaped.appendCodePoint(c);
        } else {
          escaped.append(REPLACEMENT);
        }
      }
    }
  }
}
