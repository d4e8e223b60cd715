package dev.headroom.formats.kubernetes;

import java.util.ArrayList;
import java.util.List;

/**
 * YAML mapping in braces on one line: {@code { name: shm, emptyDir: { medium: Memory } }} (YAML
 * 1.2.2, 7.4.2). Sequences in it stay as they are written.
 */
final class YamlFlowMapping {
  /** Deeper than anybody nests on one line. */
  private static final int DEEPEST = 10;

  private final String text;
  private final List<Entry> entries = new ArrayList<>();
  private int at;
  private boolean whole = true;

  /**
   * A value and the way to it.
   *
   * @param path keys, with dots between them
   */
  record Entry(String path, String value) {}

  private YamlFlowMapping(String text) {
    this.text = text;
  }

  /** Its values in their order; none where the text is no mapping, or one that is cut. */
  static List<Entry> entries(String text) {
    String stripped = text.strip();
    if (!stripped.startsWith("{")) {
      return List.of();
    }
    YamlFlowMapping mapping = new YamlFlowMapping(stripped);
    mapping.mapping("", 0);
    String rest = stripped.substring(Math.min(mapping.at, stripped.length())).strip();
    return mapping.whole && (rest.isEmpty() || rest.startsWith("#")) ? mapping.entries : List.of();
  }

  private void mapping(String path, int depth) {
    if (depth > DEEPEST) {
      whole = false;
    }
    at++;
    while (whole && peek() != '}') {
      int colon = text.indexOf(':', at);
      if (colon < 0) {
        whole = false;
        return;
      }
      String key = plain(text.substring(at, colon));
      at = colon + 1;
      value(path + key, depth);
      if (peek() == ',') {
        at++;
      } else if (peek() != '}') {
        whole = false;
      }
    }
    at++;
  }

  private void value(String path, int depth) {
    if (peek() == '{') {
      mapping(path + ".", depth + 1);
      return;
    }
    int from = at;
    int brackets = 0;
    char quote = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '[') {
        brackets++;
      } else if (c == ']') {
        brackets--;
      } else if (brackets == 0 && (c == ',' || c == '}')) {
        break;
      }
    }
    entries.add(new Entry(path, plain(text.substring(from, at))));
  }

  /** What stands next, blanks left out; none at the end, which no mapping may reach. */
  private char peek() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    whole &= at < text.length();
    return whole ? text.charAt(at) : 0;
  }

  private static String plain(String text) {
    return text.strip().replaceAll("^[\"']|[\"']$", "");
  }
}
