package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultTablesTest {
  @TempDir private Path temporary;

  @Test
  void shouldReadBackInSql() throws IOException, SQLException {
    MadeRun run = MadeRun.incast64().unfinished(5);
    RunSummary summary = run.summary();
    try (RunFolder folder = RunFolder.open(temporary.resolve("it's here"));
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      write(run, summary, folder);
      assertThat(one(sql, folder, "SELECT count(*) FROM @flows")).isEqualTo(2032);
      assertThat(one(sql, folder, "SELECT count(*) FROM @flows WHERE finished")).isEqualTo(2027);
      assertThat(one(sql, folder, "SELECT count(*) FROM @flows WHERE completedPs IS NULL"))
          .isEqualTo(5);
      assertThat(one(sql, folder, "SELECT sum(bytes) FROM @flows"))
          .isEqualTo(run.flows().stream().mapToLong(flow -> flow.bytes()).sum());
      assertThat(one(sql, folder, "SELECT count(*) FROM @links")).isEqualTo(256);
      assertThat(one(sql, folder, "SELECT sum(packets) FROM @queues"))
          .isEqualTo(one(sql, folder, "SELECT sum(packets) FROM @links"));
      assertThat(one(sql, folder, "SELECT sum(pausedPs) FROM @queues WHERE class = 3"))
          .isEqualTo(summary.result().counts().pausedPs());
      assertThat(
              one(
                  sql,
                  folder,
                  "SELECT count(*) FROM @flows f JOIN @links l ON l.node = f.source WHERE f.flow = 0"))
          .isEqualTo(1);
      assertThat(one(sql, folder, "SELECT sum(sentBytes) FROM @samples"))
          .isEqualTo(
              summary.result().samples().ports().stream()
                  .flatMapToLong(port -> Arrays.stream(port.sentBytes()))
                  .sum());
      assertThat(
              one(
                  sql,
                  folder,
                  "SELECT count(*) FROM @samples WHERE queueBytes = 0 AND sentBytes = 0 AND NOT paused"))
          .isZero();
    }
  }

  @Test
  void shouldLeaveNoSamplesOfAnEarlierRun() throws IOException {
    try (RunFolder folder = RunFolder.open(temporary)) {
      for (MadeRun run : List.of(MadeRun.incast64(), MadeRun.incast64().unsampled())) {
        write(run, run.summary(), folder);
      }
      assertThat(folder.file("samples.parquet")).doesNotExist();
      assertThat(folder.file("samples.csv")).doesNotExist();
      assertThat(folder.file("links.parquet")).exists();
    }
  }

  /** Every value, with all digits, and null where it is null. */
  @Test
  void shouldWriteTheSameRowsAsCsv() throws IOException, SQLException {
    MadeRun run = MadeRun.incast64().unfinished(5);
    RunSummary summary = run.summary();
    try (RunFolder folder = RunFolder.open(temporary.resolve("both"));
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      write(run, summary, folder);
      for (String table : List.of("flows", "links", "queues", "samples")) {
        String text = folder.file(table + ".csv").toString();
        sql.execute("CREATE TABLE own AS FROM '" + folder.file(table + ".parquet") + "'");
        sql.execute("CREATE TABLE read AS FROM own LIMIT 0");
        sql.execute("COPY read FROM '" + text + "' (FORMAT csv, HEADER, NULLSTR '')");
        String blank = table.equals("flows") ? " REPLACE (coalesce(failure, '') AS failure)" : "";
        String differing =
            "SELECT count(*) FROM (SELECT *%s FROM %s EXCEPT ALL SELECT *%s FROM %s)";
        assertThat(one(sql, folder, differing.formatted(blank, "own", blank, "read"))).isZero();
        assertThat(one(sql, folder, differing.formatted(blank, "read", blank, "own"))).isZero();
        assertThat(one(sql, folder, "SELECT count(*) FROM read")).isPositive();
        sql.execute("DROP TABLE own");
        sql.execute("DROP TABLE read");
      }
    }
  }

  private static void write(MadeRun run, RunSummary summary, RunFolder folder) throws IOException {
    try (FlowSpool spool = FlowSpool.create(folder, true)) {
      run.flows().forEach(spool::accept);
      ResultTables.write(folder, EnumSet.allOf(TableFormat.class), summary, spool);
    }
  }

  private static long one(Statement sql, RunFolder folder, String query) throws SQLException {
    String path = folder.path().toString().replace("'", "''");
    try (ResultSet rows =
        sql.executeQuery(query.replaceAll("@(\\w+)", "'" + path + "/$1.parquet'"))) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
