package dev.headroom.tune.result;

import dev.headroom.run.summary.Measure;
import dev.headroom.tune.sweep.SweepTable;
import dev.headroom.tune.table.TableDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Queries over the rows of a sweep. Each reads the files once and keeps what it returns. */
final class SweepQueries {
  private final SweepTable table;

  SweepQueries(SweepTable table) {
    this.table = table;
  }

  /** Reader of one row of a query's result. */
  @FunctionalInterface
  private interface Read<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> List<T> list(String sql, Read<T> read) throws SQLException {
    List<T> all = new ArrayList<>();
    table.query(sql, row -> all.add(read.of(row)));
    return all;
  }

  SweepSummary.Counts counts(long trials) throws SQLException {
    List<String> versions =
        list("SELECT DISTINCT version FROM rows ORDER BY 1", row -> row.getString(1));
    return list(
            "SELECT count(*) FILTER (failureKind IS NULL), count(*) FILTER (complete), "
                + "count(failureKind), coalesce(sum(cpuNs), 0)::BIGINT FROM rows",
            row ->
                new SweepSummary.Counts(
                    trials,
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    versions))
        .getFirst();
  }

  List<SweepSummary.Failure> failures(int most) throws SQLException {
    return list(
        "SELECT failureKind, reason, count(*), min(trial) FROM rows WHERE failureKind IS NOT NULL "
            + "GROUP BY ALL ORDER BY 3 DESC, 4 LIMIT "
            + most,
        row ->
            new SweepSummary.Failure(
                row.getString(1), row.getString(2), row.getLong(3), row.getLong(4)));
  }

  /** Key of the measure that all workloads are judged by; empty if they differ or none ran. */
  Optional<String> decidingMeasure() throws SQLException {
    List<String> keys =
        list(
            "SELECT DISTINCT decidingMeasure FROM rows WHERE decidingMeasure IS NOT NULL LIMIT 2",
            row -> row.getString(1));
    return keys.size() == 1 ? Optional.of(keys.getFirst()) : Optional.empty();
  }

  /** Seeds with which so many settings have a row, in ascending order. */
  List<Long> seeds(long settings) throws SQLException {
    return list(
        "SELECT seed FROM rows GROUP BY seed HAVING count(*) >= " + settings + " ORDER BY 1",
        row -> row.getLong(1));
  }

  /** A row counts for a measure if it has a value, from all flows where that matters. */
  private static String judged(Measure measure) {
    return "failureKind IS NULL AND %s IS NOT NULL%s"
        .formatted(
            TableDatabase.name(measure.key()), measure.needsAllFlows() ? " AND complete" : "");
  }

  private static String in(List<Long> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * Query for the mean of a measure for settings that have a value with each seed that they have
   * run, as columns {@code variant} and {@code mean}.
   */
  private static String means(Measure measure, List<Long> seeds) {
    return ("SELECT variant, avg(%s) AS mean FROM rows WHERE seed IN %s GROUP BY variant "
            + "HAVING bool_and(%s)")
        .formatted(TableDatabase.name(measure.key()), in(seeds), judged(measure));
  }

  /** Numbers of the settings with the best means, best first. */
  List<Long> best(Measure measure, List<Long> seeds, int most) throws SQLException {
    String order = measure.better() == Measure.Better.MORE ? "DESC" : "ASC";
    return list(
        "SELECT variant FROM (%s) ORDER BY mean %s, variant LIMIT %d"
            .formatted(means(measure, seeds), order, most),
        row -> row.getLong(1));
  }

  long judgedSettings(Measure measure, List<Long> seeds) throws SQLException {
    return list("SELECT count(*) FROM (" + means(measure, seeds) + ")", row -> row.getLong(1))
        .getFirst();
  }

  /** Receiver of the mean of settings. */
  @FunctionalInterface
  interface MeanReader {
    void read(long variant, double mean);
  }

  /**
   * Reads means one after the other.
   *
   * @param step only settings whose number is a multiple of it
   */
  void means(Measure measure, List<Long> seeds, long step, MeanReader reader) throws SQLException {
    table.query(
        "SELECT variant, mean FROM (%s) WHERE variant %% %d = 0 ORDER BY variant"
            .formatted(means(measure, seeds), step),
        row -> reader.read(row.getLong(1), row.getDouble(2)));
  }

  /**
   * Values of a measure by settings, in the order of the seeds; settings without a value for each
   * seed are left out.
   *
   * @param variants only these; empty for all
   */
  Map<Long, double[]> values(Measure measure, List<Long> seeds, List<Long> variants)
      throws SQLException {
    Map<Long, double[]> values = new LinkedHashMap<>();
    Map<Long, Integer> counts = new LinkedHashMap<>();
    table.query(
        "SELECT variant, seed, %s FROM rows WHERE seed IN %s AND %s%s ORDER BY variant, seed"
            .formatted(
                TableDatabase.name(measure.key()),
                in(seeds),
                judged(measure),
                variants.isEmpty() ? "" : " AND variant IN " + in(variants)),
        row -> {
          long variant = row.getLong(1);
          int place = seeds.indexOf(row.getLong(2));
          values.computeIfAbsent(variant, _ -> new double[seeds.size()])[place] = row.getDouble(3);
          counts.merge(variant, 1, Integer::sum);
        });
    values.keySet().removeIf(variant -> counts.getOrDefault(variant, 0) < seeds.size());
    return values;
  }
}
