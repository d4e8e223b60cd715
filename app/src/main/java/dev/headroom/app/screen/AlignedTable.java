package dev.headroom.app.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Text table with aligned columns: the first to the left, the others to the right. */
final class AlignedTable {
  private static final int GAP = 2;

  private final List<String[]> rows = new ArrayList<>();
  private final int leftColumns;

  AlignedTable(int leftColumns, String... head) {
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
    int[] width = widths();
    int all = 1;
    for (int each : width) {
      all += each + GAP;
    }
    String gap = all - GAP <= most ? "  " : " ";
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

  /**
   * Cut into tables no wider than {@code most}, each with the columns to the left; this one where
   * it is not wider.
   */
  List<AlignedTable> folded(int most) {
    int[] width = widths();
    int left = 1;
    for (int i = 0; i < leftColumns; i++) {
      left += width[i] + GAP;
    }
    List<AlignedTable> parts = new ArrayList<>();
    for (int from = leftColumns; from < width.length; ) {
      int to = from + 1;
      int wide = left + width[from];
      while (to < width.length && wide + GAP + width[to] <= most) {
        wide += GAP + width[to++];
      }
      parts.add(columns(from, to));
      from = to;
    }
    return parts;
  }

  /** Those to the left, and of the others some. */
  private AlignedTable columns(int from, int to) {
    AlignedTable part = new AlignedTable(leftColumns, columns(rows.getFirst(), from, to));
    rows.stream().skip(1).forEach(row -> part.row(columns(row, from, to)));
    return part;
  }

  private String[] columns(String[] row, int from, int to) {
    String[] some = Arrays.copyOf(row, leftColumns + to - from);
    System.arraycopy(row, from, some, leftColumns, to - from);
    return some;
  }

  private int[] widths() {
    int[] width = new int[rows.getFirst().length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        width[i] = Math.max(width[i], row[i].length());
      }
    }
    return width;
  }
}
