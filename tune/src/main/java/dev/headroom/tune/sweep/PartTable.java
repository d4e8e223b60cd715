package dev.headroom.tune.sweep;

import dev.headroom.formats.TemporaryFiles;
import dev.headroom.tune.table.TableDatabase;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;

/**
 * Table of trials in a database: a row each, a column for each varied setting and for each figure.
 * All parts of a sweep have the same columns, unless settings change the measures of a workload.
 */
final class PartTable {
  private static final String FRONT = "trial BIGINT, variant BIGINT, scenario VARCHAR, ";
  private static final String MIDDLE =
      "seed BIGINT, outcome VARCHAR, complete BOOLEAN, failureKind VARCHAR, reason VARCHAR, "
          + "digest VARCHAR, decidingMeasure VARCHAR, packets BIGINT, cpuNs BIGINT, "
          + "version VARCHAR";

  private final SweepPlan plan;
  private final TableDatabase database;
  private final String name;

  PartTable(SweepPlan plan, TableDatabase database, String name) {
    this.plan = plan;
    this.database = database;
    this.name = name;
  }

  /**
   * Writes rows to the file of a part.
   *
   * @param rows in ascending order of their trials
   */
  void write(Slice part, Collection<TrialRow> rows, Path folder) throws IOException {
    Path target = folder.resolve(part.partName());
    try {
      fill(rows);
      database.copy(name, TableDatabase.PARQUET, TemporaryFiles.newPath(target), target);
      database.execute("DROP TABLE " + name);
    } catch (SQLException e) {
      throw TableDatabase.failure(target, e);
    }
  }

  /** Makes the table anew, with these rows. */
  void fill(Collection<TrialRow> rows) throws SQLException {
    Set<String> figures = new LinkedHashSet<>(plan.figures());
    for (TrialRow row : rows) {
      if (row.outcome() instanceof TrialOutcome.Measured measured) {
        figures.addAll(measured.figures().keySet());
      }
    }
    database.execute("CREATE OR REPLACE TABLE " + name + " (" + columns(figures) + ")");
    try (DuckDBAppender appender = database.connection().createAppender("main", name)) {
      for (TrialRow row : rows) {
        append(appender, row, figures);
      }
    }
  }

  private String columns(Set<String> figures) {
    List<String> columns = new ArrayList<>();
    plan.settings().keys().forEach(key -> columns.add(TableDatabase.name(key) + " VARCHAR"));
    columns.add(MIDDLE);
    figures.forEach(figure -> columns.add(TableDatabase.name(figure) + " DOUBLE"));
    return FRONT + String.join(", ", columns);
  }

  private void append(DuckDBAppender to, TrialRow row, Set<String> figures) throws SQLException {
    Trial trial = plan.trial(row.trial());
    to.beginRow().append(row.trial()).append(plan.variant(row.trial())).append(plan.scenarioHash());
    for (String value : trial.settings().values()) {
      to.append(value);
    }
    to.append(trial.seed());
    switch (row.outcome()) {
      case TrialOutcome.Measured measured -> {
        to.append(measured.ending().word())
            .append(measured.ending().isComplete())
            .appendNull()
            .appendNull()
            .append(measured.ending().digest())
            .append(measured.decidingMeasure())
            .append(measured.packets())
            .append(measured.cpuNs())
            .append(row.version());
        figures(to, measured.figures(), figures);
      }
      case TrialOutcome.Failed failed -> {
        to.append("failed")
            .append(false)
            .append(failed.kind().word())
            .append(failed.reason())
            .appendNull()
            .appendNull()
            .appendNull()
            .append(failed.cpuNs())
            .append(row.version());
        figures(to, Map.of(), figures);
      }
    }
    to.endRow();
  }

  private static void figures(DuckDBAppender to, Map<String, Double> values, Set<String> columns)
      throws SQLException {
    for (String column : columns) {
      double value = values.getOrDefault(column, Double.NaN);
      if (Double.isNaN(value)) {
        to.appendNull();
      } else {
        to.append(value);
      }
    }
  }
}
