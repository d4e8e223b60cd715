package dev.headroom.formats.json;

import dev.headroom.formats.read.SourceLines;
import java.util.BitSet;

/**
 * Extent of JSON from a given line: up to the closing bracket, to where the text breaks off, or to
 * the end of the document. Shell, Python and INI have lines that begin as JSON does.
 */
final class JsonExtent {
  /** What may come next. */
  private enum Next {
    VALUE,
    VALUE_OR_END,
    NAME,
    NAME_OR_END,
    COLON,
    COMMA_OR_END
  }

  /** For each level whether it is an object. */
  private final BitSet objects = new BitSet();

  private int depth;
  private Next next = Next.VALUE;
  private boolean broken;
  private int values;
  private int end;

  private JsonExtent() {}

  /** From a line that begins with a bracket. */
  static JsonExtent from(SourceLines document, int at) {
    JsonExtent text = new JsonExtent();
    text.end = at;
    do {
      text.read(document.line(text.end).whole());
      text.end++;
    } while (text.depth > 0 && !text.broken && text.end < document.size());
    return text;
  }

  /** Whether all brackets are closed, and nothing before that is no JSON. */
  boolean isWhole() {
    return depth == 0 && !broken;
  }

  /** How many values within it are there with what has to follow them: shell has strings, too. */
  int values() {
    return values;
  }

  /** The line after the one where it ends or breaks off. */
  int end() {
    return end;
  }

  private void read(String line) {
    int at = depth == 0 ? line.length() - line.stripLeading().length() : 0;
    while (at < line.length() && !broken) {
      char c = line.charAt(at);
      if (c == '"') {
        at = string(line, at + 1);
      } else if (Character.isLetterOrDigit(c) || c == '-') {
        at = word(line, at);
      } else {
        if (!Character.isWhitespace(c)) {
          sign(c);
        }
        at++;
      }
      if (depth == 0) {
        return;
      }
    }
  }

  /** Where it goes on behind a string. */
  private int string(String line, int from) {
    int at = from;
    while (at < line.length() && line.charAt(at) != '"') {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= line.length()) {
      broken = true;
    } else if (next == Next.NAME || next == Next.NAME_OR_END) {
      next = Next.COLON;
    } else {
      value();
    }
    return at + 1;
  }

  /** Where it goes on behind a number, or one of the three words that JSON knows. */
  private int word(String line, int from) {
    int to = from;
    while (to < line.length() && isOfWord(line.charAt(to))) {
      to++;
    }
    char first = line.charAt(from);
    String word = line.substring(from, to);
    if (first == '-'
        || (first >= '0' && first <= '9')
        || word.equals("true")
        || word.equals("false")
        || word.equals("null")) {
      value();
    } else {
      broken = true;
    }
    return to;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || "+-._".indexOf(c) >= 0;
  }

  private void value() {
    broken = next != Next.VALUE && next != Next.VALUE_OR_END;
    next = Next.COMMA_OR_END;
  }

  private void sign(char c) {
    switch (c) {
      case '{', '[' -> open(c == '{');
      case '}', ']' -> close(c == '}');
      case ',' -> {
        broken = next != Next.COMMA_OR_END;
        if (!broken) {
          values++;
        }
        next = objects.get(depth) ? Next.NAME : Next.VALUE;
      }
      case ':' -> {
        broken = next != Next.COLON;
        next = Next.VALUE;
      }
      default -> broken = true;
    }
  }

  private void open(boolean object) {
    broken = next != Next.VALUE && next != Next.VALUE_OR_END;
    depth++;
    objects.set(depth, object);
    next = object ? Next.NAME_OR_END : Next.VALUE_OR_END;
    broken |= depth > JsonReader.DEEPEST;
  }

  private void close(boolean object) {
    broken =
        objects.get(depth) != object
            || next == Next.NAME
            || next == Next.VALUE
            || next == Next.COLON;
    if (!broken && next == Next.COMMA_OR_END) {
      values++;
    }
    depth--;
    next = Next.COMMA_OR_END;
  }
}
