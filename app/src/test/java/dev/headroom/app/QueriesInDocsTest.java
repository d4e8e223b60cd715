package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/results.md says of tables: every column is in it, every question has an answer. */
final class QueriesInDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private static Path folder;

  @BeforeAll
  static void runs() {
    run(
        "sim",
        example("websearch-leaf-spine"),
        "--trace",
        "0-3",
        "--out",
        folder.resolve("results").toString());
    run(
        "compare",
        example("incast-16"),
        "--vary",
        "congestion=dcqcn,none",
        "--no-report",
        "--out",
        folder.resolve("compared").toString());
  }

  @Test
  void everyQuestionHasAnAnswer() throws IOException, SQLException {
    List<String> queries = queries();
    assertThat(queries).hasSizeGreaterThan(5);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      for (String query : queries) {
        if (sql.execute(query)) { // COPY has no rows, but leaves a file
          try (ResultSet rows = sql.getResultSet()) {
            assertThat(rows.next()).as(query).isTrue();
          }
        }
      }
    }
    assertThat(Files.readAllLines(folder.resolve("results/flows.csv"))).hasSize(703);
  }

  @Test
  void everyColumnIsTold() throws IOException, SQLException {
    String page = page();
    String tables = page.substring(page.indexOf("## Tables"), page.indexOf("Any tool that reads"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      for (String table : List.of("flows", "links", "queues", "samples", "traces")) {
        Path file = folder.resolve("results").resolve(table + ".parquet");
        try (ResultSet columns = sql.executeQuery("DESCRIBE FROM '" + file + "'")) {
          while (columns.next()) {
            assertThat(tables).contains("`" + columns.getString("column_name") + "`");
          }
        }
      }
    }
  }

  @Test
  void partsAreEntriesOfTheWorkload() throws SQLException {
    String query =
        "SELECT part, count(*) FROM '%s' GROUP BY part ORDER BY part"
            .formatted(folder.resolve("results/flows.parquet"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery(query)) {
      List<Long> counts = new ArrayList<>();
      while (rows.next()) {
        counts.add(rows.getLong(2));
      }
      assertThat(counts).containsExactly(694L, 8L);
    }
  }

  @Test
  void quantilesAreThoseOfTheResults() throws IOException, SQLException {
    JsonNode results = new JsonMapper().readTree(folder.resolve("results/results.json").toFile());
    JsonNode slowdown = results.at("/flows/slowdown");
    String query =
        "SELECT quantile_disc(slowdown, [0.5, 0.95, 0.99]) FROM '"
            + folder.resolve("results/flows.parquet")
            + "' WHERE finished";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery(query)) {
      rows.next();
      Array quantiles = rows.getArray(1);
      assertThat((Object[]) quantiles.getArray())
          .containsExactly(
              slowdown.get("p50").asDouble(),
              slowdown.get("p95").asDouble(),
              slowdown.get("p99").asDouble());
    }
  }

  private static List<String> queries() throws IOException {
    List<String> queries = new ArrayList<>();
    for (var block : Pattern.compile("(?s)```sql\n(.*?)```").matcher(page()).results().toList()) {
      for (String query : block.group(1).split(";")) {
        if (!query.isBlank()) {
          queries.add(
              query
                  .replace("'results/", "'" + folder + "/results/")
                  .replace("'compared/", "'" + folder + "/compared/"));
        }
      }
    }
    return queries;
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/results.md"));
  }

  private static String example(String name) {
    return ROOT.resolve("examples").resolve(name + ".yaml").toString();
  }

  private static void run(String... args) {
    StringWriter err = new StringWriter();
    List<String> line = new ArrayList<>(List.of(args));
    line.add("--quiet");
    int code =
        Headroom.run(
            new PrintWriter(new StringWriter()), new PrintWriter(err), line.toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
  }
}
