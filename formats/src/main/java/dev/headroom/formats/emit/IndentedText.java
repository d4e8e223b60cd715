package dev.headroom.formats.emit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/** Text of a configuration in indented parts, with edits by part. For one thread. */
final class IndentedText {
  private static final String SEPARATOR = " | ";

  private final List<String> lines;
  private final int indent;

  IndentedText(String text, int indent) {
    lines = new ArrayList<>(text.lines().toList());
    this.indent = indent;
  }

  private record Part(int indent, String name) {}

  /** The part of each line, as the reader of configurations names it. */
  private List<String> places() {
    List<String> places = new ArrayList<>();
    Deque<Part> open = new ArrayDeque<>();
    for (String line : lines) {
      if (isSilent(line)) {
        places.add("");
        continue;
      }
      int at = depth(line);
      while (!open.isEmpty() && open.element().indent() >= at) {
        open.pop();
      }
      places.add(path(open));
      open.push(new Part(at, line.strip()));
    }
    return places;
  }

  private static String path(Deque<Part> open) {
    List<String> names = new ArrayList<>();
    for (Iterator<Part> at = open.descendingIterator(); at.hasNext(); ) {
      names.add(at.next().name());
    }
    return names.isEmpty() ? PlacedStatement.TOP : String.join(SEPARATOR, names);
  }

  private static boolean isSilent(String line) {
    return line.isBlank() || line.strip().startsWith("!") || line.strip().equals("exit");
  }

  private static int depth(String line) {
    return line.length() - line.stripLeading().length();
  }

  void apply(StatementEdit edit) {
    for (PlacedStatement each : edit.replaced()) {
      remove(each);
    }
    if (!edit.isRemoval()) {
      insert(edit.place(), edit.text());
    }
  }

  private void remove(PlacedStatement statement) {
    List<String> places = places();
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (places.get(i).equals(statement.place())
          && lines.get(i).strip().equals(statement.text())) {
        int end = end(i);
        lines.subList(i, end).clear();
      }
    }
  }

  private void insert(String place, String text) {
    if (place.equals(PlacedStatement.TOP)) {
      lines.add(endOfTop(), text);
      return;
    }
    List<String> path = List.of(place.split(" \\| "));
    int header = header(path);
    int from = lines.get(header).isEmpty() ? 0 : depth(lines.get(header));
    int end = end(header);
    String child = firstChild(header, end);
    int deep = child.isEmpty() ? from + indent : depth(child);
    lines.add(end, " ".repeat(deep) + text);
  }

  /** The line that opens a part; written if it is not there. */
  private int header(List<String> path) {
    String above =
        path.size() == 1
            ? PlacedStatement.TOP
            : path.subList(0, path.size() - 1).stream().collect(Collectors.joining(SEPARATOR));
    List<String> places = places();
    for (int i = 0; i < lines.size(); i++) {
      if (places.get(i).equals(above) && lines.get(i).strip().equals(path.getLast())) {
        return i;
      }
    }
    insert(above, path.getLast());
    return header(path);
  }

  /** After the last line of a part. */
  private int end(int header) {
    int deep = depth(lines.get(header));
    int end = header + 1;
    for (int i = header + 1; i < lines.size(); i++) {
      if (!isSilent(lines.get(i))) {
        if (depth(lines.get(i)) <= deep) {
          break;
        }
        end = i + 1;
      }
    }
    return end;
  }

  private String firstChild(int header, int end) {
    return lines.subList(header + 1, Math.max(header + 1, end)).stream()
        .filter(line -> !isSilent(line))
        .findFirst()
        .orElse("");
  }

  /** Before the word that closes a configuration. */
  private int endOfTop() {
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).strip().equals("end")) {
        return i;
      }
      if (!lines.get(i).isBlank()) {
        break;
      }
    }
    return lines.size();
  }

  @Override
  public String toString() {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }
}
