package dev.headroom.unit.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of results in {@code docs/validation/data}, which the pages of {@code docs/validation}
 * show. A test gives each row that it measures to {@link #row}, which fails if the committed row
 * differs. With {@code -Dheadroom.golden=update} it writes the row instead.
 *
 * <p>A row is known by its first cell. Rows that a run does not measure stay as they are, so that a
 * short run checks some rows and a long one all.
 */
public final class ResultTable {
  private static final Path FOLDER = Path.of("..", "docs", "validation", "data");
  private static final String TAB = "\t";

  private final String name;
  private final String test;
  private final List<String> columns;

  private ResultTable(String name, String test, List<String> columns) {
    this.name = name;
    this.test = test;
    this.columns = columns;
  }

  /**
   * A table.
   *
   * @param name its file, without the ending
   * @param test the class that measures its rows
   * @param columns the head of each column, the first one for the key of a row
   */
  public static ResultTable of(String name, Class<?> test, String... columns) {
    return new ResultTable(name, test.getName(), List.of(columns));
  }

  /** Compares a row with the committed one, or writes it. Cells print as {@code String.valueOf}. */
  public void row(String key, Object... cells) {
    List<String> all =
        Stream.concat(Stream.of(key), Stream.of(cells).map(String::valueOf)).toList();
    assertThat(all).as("cells of %s", columns).hasSameSizeAs(columns);
    try {
      if ("update".equals(System.getProperty("headroom.golden"))) {
        write(key, String.join(TAB, all));
      }
      assertThat(committed())
          .as("%s; -Dheadroom.golden=update writes the row", file())
          .contains(String.join(TAB, all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cells of a committed row. */
  public List<String> committed(String key) {
    try {
      return committed().stream()
          .filter(line -> line.startsWith(key + TAB))
          .map(line -> List.of(line.split(TAB, -1)))
          .findFirst()
          .orElseThrow(() -> new AssertionError("%s has no row '%s'".formatted(file(), key)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file() {
    return FOLDER.resolve(name + ".tsv");
  }

  private List<String> committed() throws IOException {
    return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
  }

  /** Rows keep their order; a new one goes to the end. */
  private void write(String key, String row) throws IOException {
    synchronized (ResultTable.class) {
      List<String> lines = new ArrayList<>();
      lines.add("# " + test);
      lines.add(String.join(TAB, columns));
      committed().stream().skip(2).forEach(lines::add);
      int known = 2;
      while (known < lines.size() && !lines.get(known).startsWith(key + TAB)) {
        known++;
      }
      if (known < lines.size()) {
        lines.set(known, row);
      } else {
        lines.add(row);
      }
      Files.createDirectories(FOLDER);
      Files.write(file(), lines);
    }
  }
}
