package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionFolderTest {
  @TempDir private Path temporary;

  @Test
  void shouldHaveALevelForEachSettingAndTheSeed() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("congestion", "dcqcn");
    settings.put("congestion.kmin", "100Gbps=1KB,400Gbps=4KB");
    assertThat(PartitionFolder.of(settings, 7))
        .isEqualTo("congestion=dcqcn/congestion.kmin=100Gbps%3D1KB,400Gbps%3D4KB/seed=7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dcqcn",
        "{kmin: 1KB, kmax: 'x'}",
        "../../etc",
        "a/b\\c",
        "100%25 + 3?",
        "[a-z]*",
        "-",
        "..",
        "\u00e9\u20ac \ud83d\ude00",
        "a\tb\nc\u007f"
      })
  void shouldBeReadBackByDuckDb(String value) throws IOException, SQLException {
    String folder = PartitionFolder.of(Map.of("workload.0.size", value), 3);
    assertThat(folder.chars()).allMatch(each -> each > ' ' && each < 0x7f);
    assertThat(Path.of(folder).normalize())
        .hasToString(folder)
        .satisfies(path -> assertThat(path.getNameCount()).isEqualTo(2));
    Path run = Files.createDirectories(temporary.resolve(folder));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute("COPY (SELECT 1 AS flow) TO '" + run.resolve("flows.parquet") + "'");
      String query =
          "SELECT \"workload.0.size\" AS size, seed FROM read_parquet('"
              + temporary
              + "/**/flows.parquet', hive_partitioning = true)";
      try (ResultSet rows = sql.executeQuery(query)) {
        rows.next();
        assertThat(rows.getString("size")).isEqualTo(value);
        assertThat(rows.getLong("seed")).isEqualTo(3);
      }
    }
  }

  /** Two long values with the same start are two folders, of whole characters. */
  @Test
  void shouldShortenLongValues() throws IOException {
    String start = "\u20ac".repeat(99);
    String one = PartitionFolder.of(Map.of("k", start + "a"), 1);
    String other = PartitionFolder.of(Map.of("k", start + "b"), 1);
    assertThat(one).isNotEqualTo(other);
    assertThat(one.length()).isLessThan(255);
    String value = one.substring("k=".length(), one.indexOf('~'));
    assertThat(start).startsWith(URLDecoder.decode(value, StandardCharsets.UTF_8));
    assertThat(Files.createDirectories(temporary.resolve(one))).exists();
  }
}
