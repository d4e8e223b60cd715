package dev.headroom.bench.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What pages show of the tables of results:
 *
 * <ul>
 *   <li>{@code table NAME}: the table
 *   <li>{@code table NAME / 1 2 4}: three of its columns, for a page that is narrower than the
 *       table
 *   <li>{@code rows NAME NAME ...}: how many rows tables have together
 *   <li>{@code worst NAME / COLUMN}: the greatest error of a column of ratios or percentages
 *   <li>{@code largest NAME / COLUMN}: the greatest number of a column
 *   <li>{@code value NAME / ROW / COLUMN}: a cell
 * </ul>
 */
final class ResultFigures {
  private record Table(List<String> columns, List<List<String>> rows) {
    static Table read(Path file) throws IOException {
      List<List<String>> lines =
          Files.readAllLines(file).stream()
              .skip(1)
              .map(line -> List.of(line.split("\t", -1)))
              .toList();
      return new Table(lines.getFirst(), lines.subList(1, lines.size()));
    }

    /** Columns by their numbers, from 1: names such as "reference" are there several times. */
    Table only(String numbers) {
      List<Integer> kept =
          Stream.of(numbers.split(" ")).map(number -> Integer.parseInt(number) - 1).toList();
      return new Table(
          kept.stream().map(columns::get).toList(),
          rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }

    int column(String name) {
      int column = columns.indexOf(name);
      if (column < 0) {
        throw new IllegalArgumentException("no column '%s' in %s".formatted(name, columns));
      }
      return column;
    }
  }

  private final Map<String, Table> tables;

  private ResultFigures(Map<String, Table> tables) {
    this.tables = tables;
  }

  static ResultFigures read(List<Path> files) throws IOException {
    Map<String, Table> tables = new HashMap<>();
    for (Path file : files) {
      tables.put(file.getFileName().toString().replace(".tsv", ""), Table.read(file));
    }
    return new ResultFigures(tables);
  }

  /** One of the figures above, in Markdown. */
  String figure(String kind, String what) {
    String[] path = what.split(" / ");
    return switch (kind) {
      case "table" -> markdown(path.length == 1 ? table(what) : table(path[0]).only(path[1]));
      case "rows" ->
          String.valueOf(
              Stream.of(what.split(" ")).mapToInt(name -> table(name).rows.size()).sum());
      case "worst" -> worst(table(path[0]), path[1]);
      case "largest" -> largest(table(path[0]), path[1]);
      case "value" -> value(table(path[0]), path[1], path[2]);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no docs/validation/data/" + name + ".tsv");
    }
    return table;
  }

  private static String markdown(Table table) {
    return Stream.concat(
            Stream.of(line(table.columns), "|---".repeat(table.columns.size()) + "|"),
            table.rows.stream().map(ResultFigures::line))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String worst(Table table, String column) {
    int at = table.column(column);
    double worst = 0;
    for (List<String> row : table.rows) {
      worst = Math.max(worst, Math.abs(error(row.get(at))));
    }
    return String.format(Locale.ROOT, worst < 0.1 ? "%.4f %%" : "%.1f %%", worst);
  }

  private static String largest(Table table, String column) {
    int at = table.column(column);
    return table.rows.stream()
        .map(row -> row.get(at))
        .max(Comparator.comparingDouble(Double::parseDouble))
        .orElseThrow();
  }

  /** Of {@code +1.2 %} or of a ratio, in percent. */
  private static double error(String cell) {
    if (cell.isEmpty()) {
      return 0;
    }
    return cell.endsWith(" %")
        ? Double.parseDouble(cell.replace(" %", ""))
        : 100 * (Double.parseDouble(cell) - 1);
  }

  private static String value(Table table, String row, String column) {
    int at = table.column(column);
    return table.rows.stream()
        .filter(cells -> cells.getFirst().equals(row))
        .map(cells -> cells.get(at))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row '%s'".formatted(row)));
  }
}
