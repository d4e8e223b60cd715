package dev.headroom.model.yaml;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Items of a long list that stand on a line each, as {@code - {from: host-0, to: host-1, size:
 * 1MB}} does. They are taken out of a document before the YAML parser sees it, since that one takes
 * tens of microseconds for the hundred characters of a flow.
 *
 * <p>Only what cannot mean anything else is taken: ASCII words and numbers, quoted text without
 * escapes, lists of these. The rest is left to the parser, with one item in the place of each run
 * of lines and empty lines after it, so that everything keeps its place. A run does not hold its
 * items but reads each when it is asked for, which costs less than the memory for a million of
 * them.
 */
final class LineItems {
  /** Shorter runs are not worth it. */
  private static final int RUN = 32;

  /** Items with more keys are left to the parser. */
  private static final int MOST_KEYS = 16;

  /** What comes of a value that is only looked over. */
  private static final YamlNode SEEN = new YamlNode.Scalar("", true, new FilePosition("", 0, 0));

  /** Begins the item that stands for a run; no document has it otherwise. */
  private static final String MARK = "\uE000";

  /** What words and numbers begin with, and what they may hold besides. */
  private static final int WORD = 1;

  private static final int INSIDE = 2;

  /** Of each ASCII character which of these it is. */
  private static final byte[] KIND = kinds();

  private final String text;
  private final char[] chars;
  private final String file;
  private final List<Run> runs = new ArrayList<>();
  private final StringBuilder rest = new StringBuilder();

  /** Whether items are made, or lines only looked over. */
  private boolean making;

  // The line being read.
  private int line;
  private int lineStart;
  private int at;
  private int end;

  /** Where the keys of a mapping begin and end, so that none is given twice. */
  private final int[] keys = new int[2 * MOST_KEYS];

  private LineItems(String text, String file) {
    this.text = text;
    chars = text.toCharArray();
    this.file = file;
  }

  /** Lines that follow each other, as the items that stand in them. Unmodifiable. */
  final class Run extends AbstractList<YamlNode> implements RandomAccess {
    private final int firstLine;
    private final int indent;
    private int[] starts = new int[RUN];
    private int size;

    private Run(int firstLine, int indent) {
      this.firstLine = firstLine;
      this.indent = indent;
    }

    private void add(int start) {
      starts = size < starts.length ? starts : Arrays.copyOf(starts, 2 * size);
      starts[size++] = start;
    }

    @Override
    public YamlNode get(int index) {
      line = firstLine + index;
      making = true;
      YamlNode item = item(starts[Objects.checkIndex(index, size)], indent);
      if (item == null) {
        throw new IllegalStateException("line " + line + " was an item and no longer is");
      }
      return item;
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** Takes them out of a document; linear in its length. */
  static LineItems of(String text, String file) {
    LineItems items = new LineItems(text, file);
    if (!text.contains(MARK) && !hasUnusualLineBreaks(text)) {
      items.takeOut();
    }
    return items;
  }

  /** Whether lines end otherwise than by LF or CR LF, which would count them differently. */
  private static boolean hasUnusualLineBreaks(String text) {
    for (int cr = text.indexOf('\r'); cr >= 0; cr = text.indexOf('\r', cr + 1)) {
      if (cr + 1 == text.length() || text.charAt(cr + 1) != '\n') {
        return true;
      }
    }
    return text.indexOf('\u0085') >= 0
        || text.indexOf('\u2028') >= 0
        || text.indexOf('\u2029') >= 0;
  }

  /** How many runs there are. */
  int runs() {
    return runs.size();
  }

  /** The document without them. */
  String rest() {
    return rest.toString();
  }

  /** The run that an item of the rest stands for. */
  Optional<Run> behind(String item) {
    return !runs.isEmpty() && item.startsWith(MARK)
        ? Optional.of(runs.get(Integer.parseInt(item.substring(MARK.length()))))
        : Optional.empty();
  }

  private void takeOut() {
    int copied = 0;
    int start = 0;
    line = 1;
    while (start < text.length()) {
      int indent = indent(start);
      Run run = new Run(line, indent);
      int next = start;
      YamlNode item = item(next, indent);
      while (item != null) {
        run.add(next);
        line++;
        next = Math.min(end + 1, text.length());
        item = next < text.length() && indent(next) == indent ? item(next, indent) : null;
      }
      if (run.size() >= RUN) {
        rest.append(text, copied, start + indent).append("- ").append(MARK).append(runs.size());
        rest.repeat('\n', run.size());
        runs.add(run);
        copied = next;
      }
      if (next == start) {
        next = endOfLine(start) + 1;
        line++;
      }
      start = next;
    }
    rest.append(text, Math.min(copied, text.length()), text.length());
  }

  private int indent(int start) {
    int i = start;
    while (i < chars.length && chars[i] == ' ') {
      i++;
    }
    return i - start;
  }

  private int endOfLine(int start) {
    int newline = text.indexOf('\n', start);
    return newline < 0 ? text.length() : newline;
  }

  /** The item in the line that starts here, or null where it is not one of ours. */
  private @Nullable YamlNode item(int start, int indent) {
    lineStart = start;
    end = endOfLine(start);
    at = start + indent;
    if (at + 2 >= end || chars[at] != '-' || chars[at + 1] != ' ') {
      return null;
    }
    at++;
    skipSpaces();
    YamlNode item = peek() == '{' ? mapping() : null;
    skipSpaces();
    takes('\r');
    return at == end ? item : null;
  }

  private @Nullable YamlNode mapping() {
    int start = at++;
    List<YamlNode.Entry> entries = making ? new ArrayList<>(8) : List.of();
    int count = 0;
    do {
      skipSpaces();
      int from = at;
      skip(WORD);
      if (!isNew(from, count) || !takes(':') || peek() != ' ') {
        return null;
      }
      int to = at - 1;
      count++;
      skipSpaces();
      YamlNode value = peek() == '[' ? sequence() : scalar();
      if (value == null) {
        return null;
      }
      if (making) {
        entries.add(new YamlNode.Entry(new String(chars, from, to - from), spot(from), value));
      }
      skipSpaces();
    } while (takes(','));
    if (!takes('}')) {
      return null;
    }
    return making ? new YamlNode.Mapping(entries, spot(start)) : SEEN;
  }

  /** Notes a key, from a place to the present one; false if it is none, or there are two of it. */
  private boolean isNew(int from, int count) {
    if (from == at || count == MOST_KEYS) {
      return false;
    }
    keys[2 * count] = from;
    keys[2 * count + 1] = at;
    for (int i = 0; i < 2 * count; i += 2) {
      if (Arrays.equals(chars, keys[i], keys[i + 1], chars, from, at)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable YamlNode sequence() {
    int start = at++;
    List<YamlNode> items = new ArrayList<>();
    do {
      skipSpaces();
      YamlNode item = scalar();
      if (item == null) {
        return null;
      }
      items.add(item);
      skipSpaces();
    } while (takes(','));
    return takes(']') ? new YamlNode.Sequence(items, spot(start)) : null;
  }

  private @Nullable YamlNode scalar() {
    char first = peek();
    if (first == '"' || first == '\'') {
      return quoted(first);
    }
    int from = at;
    skip(WORD);
    if (at == from) {
      return null;
    }
    skip(WORD | INSIDE);
    while (peek() == ':' && at + 1 < end && is(chars[at + 1], WORD)) { // as in 10:20
      at++;
      skip(WORD | INSIDE);
    }
    return made(from, at, true, from);
  }

  /** The text between two quotes, or null where there are escapes or the like in it. */
  private @Nullable YamlNode quoted(char quote) {
    int start = at++;
    while (at < end && chars[at] >= ' ' && chars[at] < 127) {
      char c = chars[at++];
      if (c == '\\') {
        return null;
      }
      if (c == quote) {
        return peek() == quote ? null : made(start + 1, at - 1, false, start);
      }
    }
    return null;
  }

  private YamlNode made(int from, int to, boolean plain, int place) {
    return making
        ? new YamlNode.Scalar(new String(chars, from, to - from), plain, spot(place))
        : SEEN;
  }

  private void skip(int kinds) {
    int i = at;
    while (i < end && chars[i] < KIND.length && (KIND[chars[i]] & kinds) != 0) {
      i++;
    }
    at = i;
  }

  private static boolean is(char c, int kind) {
    return c < KIND.length && (KIND[c] & kind) != 0;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[128];
    for (char c = '0'; c <= 'z'; c++) {
      boolean word = c == '_' || (c <= '9') || (c >= 'A' && c <= 'Z') || c >= 'a';
      kinds[c] = (byte) (word ? WORD : 0);
    }
    for (char c : ".-/+%@".toCharArray()) {
      kinds[c] = INSIDE;
    }
    return kinds;
  }

  /** The next character of the line, or 0 at its end. */
  private char peek() {
    return at < end ? chars[at] : 0;
  }

  private boolean takes(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void skipSpaces() {
    while (at < end && chars[at] == ' ') {
      at++;
    }
  }

  private FilePosition spot(int place) {
    return new FilePosition(file, line, place - lineStart + 1);
  }
}
