package dev.headroom.bench.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rows that one test class measured, for {@code docs/validation.md}. */
final class Rows {
  private final String file;
  private final List<String> rows = new ArrayList<>();

  /**
   * @param head names of the columns
   */
  Rows(String file, String... head) {
    this.file = file;
    add((Object[]) head);
    add((Object[]) "-,".repeat(head.length).split(","));
  }

  /** Adds a row: fractions with four digits, all else as it prints. */
  void add(Object... cells) {
    StringBuilder row = new StringBuilder("|");
    for (Object cell : cells) {
      String text =
          cell instanceof Double number
              ? String.format(Locale.ROOT, "%.4f", number)
              : String.valueOf(cell);
      row.append(' ').append(text).append(" |");
    }
    rows.add(row.toString());
  }

  /** Writes them to {@code target/validation}. */
  void write() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "validation"));
    Files.write(folder.resolve(file), rows);
  }
}
