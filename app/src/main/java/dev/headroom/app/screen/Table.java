package dev.headroom.app.screen;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: the first to the left, the others to the right. */
final class Table {
  private final List<String[]> rows = new ArrayList<>();
  private final int leftColumns;

  Table(int leftColumns, String... head) {
    this.leftColumns = leftColumns;
    rows.add(head);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  /**
   * Each row a line, indented by one; the head first. Columns draw together if the page is narrow.
   */
  List<String> lines(int most) {
    int[] width = new int[rows.getFirst().length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        width[i] = Math.max(width[i], row[i].length());
      }
    }
    int all = 1;
    for (int each : width) {
      all += each + 2;
    }
    String gap = all - 2 <= most ? "  " : " ";
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(" ");
      for (int i = 0; i < row.length; i++) {
        int pad = width[i] - row[i].length();
        line.append(i == 0 ? "" : gap);
        if (i < leftColumns) {
          line.append(row[i]).repeat(" ", pad);
        } else {
          line.repeat(" ", pad).append(row[i]);
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
