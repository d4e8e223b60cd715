package dev.headroom.run.json;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writer of JSON text, piece by piece. Non-finite numbers become null; text is escaped so that it
 * may also stand inside a script element of an HTML page.
 */
public final class JsonWriter {
  private static final String HEX = "0123456789abcdef";

  /** Characters after which a writer is given what there is. */
  private static final int PIECE = 1 << 16;

  private final StringBuilder text = new StringBuilder();
  private final boolean indented;
  private final @Nullable PrintWriter out;
  private int depth;
  private boolean first = true;
  private boolean named;

  private JsonWriter(boolean indented, @Nullable PrintWriter out) {
    this.indented = indented;
    this.out = out;
  }

  /** One member or element a line. */
  public static JsonWriter indented() {
    return new JsonWriter(true, null);
  }

  /**
   * The same, written while it is made: of a document larger than memory only a piece is held.
   * {@link #end} writes the last one.
   */
  public static JsonWriter indented(PrintWriter out) {
    return new JsonWriter(true, out);
  }

  /** No space that is not needed. */
  public static JsonWriter compact() {
    return new JsonWriter(false, null);
  }

  public JsonWriter object() {
    return open('{');
  }

  public JsonWriter object(String name) {
    return name(name).object();
  }

  public JsonWriter array(String name) {
    return name(name).open('[');
  }

  public JsonWriter array() {
    return open('[');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  public JsonWriter put(String name, String value) {
    return name(name).add(value);
  }

  public JsonWriter put(String name, long value) {
    return name(name).add(value);
  }

  public JsonWriter put(String name, double value) {
    return name(name).add(value);
  }

  public JsonWriter put(String name, boolean value) {
    return name(name).raw(Boolean.toString(value));
  }

  public JsonWriter putNull(String name) {
    return name(name).raw("null");
  }

  /** A time, or null for one below zero: what has not happened. */
  public JsonWriter putMoment(String name, long ps) {
    return ps < 0 ? putNull(name) : put(name, ps);
  }

  public JsonWriter add(String value) {
    separate();
    quote(value);
    return this;
  }

  public JsonWriter add(long value) {
    separate();
    text.append(value);
    return this;
  }

  public JsonWriter add(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return add((long) value);
    }
    return raw(Double.isFinite(value) ? Double.toString(value) : "null");
  }

  public JsonWriter name(String name) {
    separate();
    quote(name);
    text.append(indented ? ": " : ":");
    named = true;
    return this;
  }

  private JsonWriter raw(String value) {
    separate();
    text.append(value);
    return this;
  }

  private JsonWriter open(char bracket) {
    separate();
    text.append(bracket);
    depth++;
    first = true;
    return this;
  }

  private JsonWriter close(char bracket) {
    depth--;
    if (!first) {
      line();
    }
    text.append(bracket);
    first = false;
    return this;
  }

  private void separate() {
    if (named) {
      named = false;
      return;
    }
    if (!first) {
      text.append(',');
    }
    if (depth > 0) {
      line();
    }
    first = false;
    if (out != null && text.length() > PIECE) {
      write(out);
    }
  }

  private void write(PrintWriter to) {
    to.append(text);
    text.setLength(0);
  }

  /** Writes the rest and a line end. */
  public void end() {
    if (out != null) {
      text.append('\n');
      write(out);
      out.flush();
    }
  }

  private void line() {
    if (indented) {
      text.append('\n').repeat("  ", depth);
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '<', '>', '&', '\u2028', '\u2029' -> escape(c);
        default -> {
          if (c < 0x20 || (Character.isSurrogate(c) && !paired(value, i))) {
            escape(c);
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }

  private static boolean paired(String value, int i) {
    return Character.isHighSurrogate(value.charAt(i))
        ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
  }

  private void escape(char c) {
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(HEX.charAt((c >> shift) & 15));
    }
  }

  /** All of it, where it is not written to somebody. */
  @Override
  public String toString() {
    return text.toString();
  }
}
