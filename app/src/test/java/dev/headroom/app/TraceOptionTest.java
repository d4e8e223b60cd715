package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --trace}: what is left of single flows over time. */
final class TraceOptionTest {
  private static final String SCENARIO =
      """
      fabric: {topology: single, hosts: 5, links: {rate: 100Gbps}}
      workload: {type: incast, fanIn: 4, size: 2MB}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  @Test
  void shouldLeaveATableThatAddsUp() throws IOException, SQLException {
    assertThat(sim("--trace", "0-1,slowest", "--no-report")).as(err.toString()).isZero();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      String traces = "'" + results().resolve("traces.parquet") + "'";
      String flows = "'" + results().resolve("flows.parquet") + "'";
      String json = Files.readString(results().resolve("results.json"));
      JsonNode told = JsonMapper.shared().readTree(json).get("traces");
      long stepPs = told.get(0).get("stepPs").asLong();
      String sums =
          "SELECT flow, max(deliveredBytes) AS most, sum(cnps) AS cnps, sum(goodputBps) AS goodput"
              + (" FROM " + traces + " GROUP BY flow");
      String both = "SELECT count(*) FROM " + flows + " f JOIN (" + sums + ") t USING (flow)";
      String agree =
          " WHERE f.bytes = t.most AND f.cnps = t.cnps AND abs(t.goodput / 8e12 * "
              + (stepPs + " - f.bytes) < 1");
      long count = one(sql, both + agree);
      assertThat(count).isEqualTo(told.size()).isBetween(2L, 3L);
      assertThat(one(sql, "SELECT count(*) FROM " + traces))
          .isEqualTo(told.valueStream().mapToLong(flow -> flow.get("times").asLong()).sum());
      assertThat(one(sql, "SELECT count(rttPs) + count(windowBytes) FROM " + traces)).isZero();
      assertThat(one(sql, "SELECT max(rateBps) FROM " + traces + " WHERE flow = 0"))
          .isEqualTo(told.get(0).at("/rateBps/most").asLong());
    }
    assertThat(out.toString())
        .contains("traced flows")
        .containsPattern("flow 0 +host-1 -> host-0 - rate [0-9.]+ Gb/s \\([^)]+ to [^)]+\\)");
  }

  @Test
  void shouldTakeAnOldTableAway() throws IOException {
    sim("--trace", "slowest", "--no-report");
    assertThat(results()).isDirectoryContaining("glob:**/traces.parquet");
    sim("--no-report");
    assertThat(results()).isDirectoryNotContaining("glob:**/traces.parquet");
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    assertThat(sim("--trace", "fast", "--no-report")).isEqualTo(2);
    assertThat(err.toString())
        .contains("run.trace.flows: 'fast' is not a flow; write numbers as 0,5,8-11, or slowest");
    assertThat(sim("--trace", "4", "--no-report")).isEqualTo(2);
    assertThat(err.toString())
        .contains("run.trace.flows names flow 4, but the scenario has 4 flows, numbered from 0");
  }

  private static long one(Statement sql, String query) throws SQLException {
    try (ResultSet rows = sql.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private Path results() {
    return temporary.resolve("results");
  }

  private int sim(String... options) throws IOException {
    Path file = Files.writeString(temporary.resolve("s.yaml"), SCENARIO);
    String[] all =
        Stream.concat(
                Stream.of("sim", file.toString(), "--out", results().toString()),
                Stream.of(options))
            .toArray(String[]::new);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), all);
  }
}
