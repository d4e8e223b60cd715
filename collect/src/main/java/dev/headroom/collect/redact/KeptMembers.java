package dev.headroom.collect.redact;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Redaction that keeps the members of the outermost JSON object whose names match a pattern. Within
 * them, the value of a name that must never go out is replaced.
 */
record KeptMembers(String keep, String never, Pattern kept, Pattern held) implements Redaction {
  KeptMembers(String keep, String never) {
    this(keep, never, Pattern.compile(keep), Pattern.compile(never));
  }

  @Override
  public String kind() {
    return "json";
  }

  @Override
  public Optional<String> apply(String text) {
    return new Walk(text).result();
  }

  /** One pass over the characters, as the script's awk makes it; it builds no tree. */
  private final class Walk {
    /** Deeper than any configuration. */
    private static final int DEEPEST = 1000;

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private final char[] kind = new char[DEEPEST + 1];
    private final boolean[] nameNext = new boolean[DEEPEST + 1];
    private int depth;
    private int members;
    private int skippedAt;
    private boolean seen;

    Walk(String text) {
      this.text = text.endsWith("\n") ? text : text + "\n";
    }

    Optional<String> result() {
      int i = 0;
      while (i < text.length()) {
        char c = text.charAt(i);
        int next = c == '"' ? string(i) : one(c) ? i + 1 : -1;
        if (next < 0) {
          return Optional.empty();
        }
        i = next;
      }
      return seen && depth == 0 ? Optional.of(out.toString()) : Optional.empty();
    }

    private void put(String piece) {
      if (skippedAt == 0) {
        out.append(piece);
      }
    }

    /** Takes a string that begins here and returns where it ends, or -1 if it does not. */
    private int string(int from) {
      int end = from + 1;
      while (end < text.length() && text.charAt(end) != '"') {
        if (text.charAt(end) == '\n') {
          return -1;
        }
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      if (end >= text.length() || depth == 0) {
        return -1;
      }
      String string = text.substring(from, end + 1);
      if (kind[depth] == '{' && nameNext[depth]) {
        nameNext[depth] = false;
        name(string);
      } else {
        put(string);
      }
      return end + 1;
    }

    private void name(String string) {
      String name = string.substring(1, string.length() - 1);
      boolean secret = held.matcher(name + "=").find();
      if (depth == 1) {
        if (kept.matcher(name).find() && !secret) {
          put((members++ > 0 ? ",\n" : "\n") + string);
        } else {
          skippedAt = 1;
        }
      } else if (skippedAt == 0 && secret) {
        put(string + ": \"" + REMOVED + "\"");
        skippedAt = depth;
      } else {
        put(string);
      }
    }

    /** Takes a character outside of strings; false if it cannot stand here. */
    private boolean one(char c) {
      switch (c) {
        case '{', '[' -> {
          if ((depth == 0 && (c != '{' || seen)) || depth == DEEPEST) {
            return false;
          }
          seen = true;
          put(String.valueOf(c));
          depth++;
          kind[depth] = c;
          nameNext[depth] = true;
        }
        case '}', ']' -> {
          if (depth == 0 || kind[depth] != (c == '}' ? '{' : '[')) {
            return false;
          }
          unskip();
          put(depth == 1 ? "\n" + c + "\n" : String.valueOf(c));
          depth--;
        }
        case ',' -> {
          if (depth == 0) {
            return false;
          }
          unskip();
          if (depth > 1) {
            put(",");
          }
          nameNext[depth] = true;
        }
        case ' ', '\t', '\r', '\n' -> {
          if (depth > 1) {
            put(String.valueOf(c));
          }
        }
        default -> {
          if (depth == 0) {
            return false;
          }
          put(String.valueOf(c));
        }
      }
      return true;
    }

    private void unskip() {
      if (skippedAt == depth) {
        skippedAt = 0;
      }
    }
  }
}
