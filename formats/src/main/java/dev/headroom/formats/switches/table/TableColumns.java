package dev.headroom.formats.switches.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Column positions of a table.
 *
 * @param spans first character of each, and the one after its last
 */
public record TableColumns(List<int[]> spans) {
  private static final Pattern DASHES = Pattern.compile("-+");
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** Blanks between columns, at least; cells have single ones in them. */
  private static final int GAP = 2;

  /** As dashes below the heading tell. */
  public static TableColumns under(String ruler) {
    List<int[]> spans = new ArrayList<>();
    Matcher dashes = DASHES.matcher(ruler);
    while (dashes.find()) {
      spans.add(new int[] {dashes.start(), dashes.end()});
    }
    return new TableColumns(spans);
  }

  /** Where no ruler tells: what is blank in the heading and all rows parts them. */
  public static TableColumns between(List<String> lines) {
    int width = lines.stream().mapToInt(String::length).max().orElse(0);
    boolean[] used = new boolean[width];
    for (String line : lines) {
      for (int i = 0; i < line.length(); i++) {
        used[i] |= line.charAt(i) != ' ';
      }
    }
    List<int[]> spans = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      if (!used[i]) {
        continue;
      }
      if (spans.isEmpty() || i - spans.getLast()[1] >= GAP) {
        spans.add(new int[] {i, i + 1});
      } else {
        spans.getLast()[1] = i + 1;
      }
    }
    return new TableColumns(spans);
  }

  private static boolean isNumber(String word) {
    return word.matches("\\d[\\d,]{0,30}|N/A");
  }

  int count() {
    return spans.size();
  }

  /**
   * Words belong to the column whose span they overlap, else to the one before them. Wide numbers
   * push those behind them out of their columns, so that a row of as many numbers goes by order.
   */
  public List<String> cells(String text) {
    List<String> words = List.of(text.strip().split("\\s+"));
    if (words.size() == count() && words.stream().skip(1).allMatch(TableColumns::isNumber)) {
      return words;
    }
    List<StringBuilder> cells = new ArrayList<>();
    spans.forEach(_ -> cells.add(new StringBuilder()));
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      int best = 0;
      for (int i = 0; i < spans.size(); i++) {
        if (word.end() > spans.get(i)[0]) {
          best = i;
        }
      }
      StringBuilder cell = cells.get(best);
      cell.append(cell.isEmpty() ? "" : " ").append(word.group());
    }
    return cells.stream().map(StringBuilder::toString).toList();
  }
}
