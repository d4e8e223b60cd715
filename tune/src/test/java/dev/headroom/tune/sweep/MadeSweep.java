package dev.headroom.tune.sweep;

import dev.headroom.tune.result.SweepReader;
import dev.headroom.tune.table.TableDatabase;
import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Sweeps for tests, whose trials are computed and not simulated. */
public final class MadeSweep {
  private MadeSweep() {}

  public static ScenarioText scenario() {
    return new ScenarioText(
        "small.yaml",
        """
        fabric: {topology: single, hosts: 3}
        workload: {type: incast, fanIn: 2, size: 10KB}
        """,
        Map.of(),
        List.of());
  }

  /** Settings of x and y in 10 levels each, and seeds from 1. */
  public static SweepPlan plan(int seeds) {
    List<String> digits = LongStream.range(0, 10).mapToObj(Long::toString).toList();
    return plan(
        List.of(new SweptKey.Choices("x", digits), new SweptKey.Choices("y", digits)),
        Sampling.GRID,
        seeds);
  }

  public static SweepPlan plan(List<SweptKey> keys, Sampling sampling, int seeds) {
    SweepPlan without =
        new SweepPlan(
            scenario(),
            keys,
            sampling,
            LongStream.rangeClosed(1, seeds).boxed().toList(),
            Duration.ofMinutes(1),
            List.of());
    return new SweepPlan(
        scenario(),
        keys,
        sampling,
        without.seeds(),
        without.trialLimit(),
        SweepReader.measures(without).stream().map(each -> each.key()).toList());
  }

  /** 100 + 10 x + y with a little noise of the seed; some settings fail. */
  public static TrialOutcome outcome(Trial trial) {
    double x = Double.parseDouble(String.valueOf(trial.settings().get("x")));
    double y = Double.parseDouble(String.valueOf(trial.settings().get("y")));
    if (x == 9 && y == 9) {
      return new TrialOutcome.Failed(
          FailureKind.BAD_SETTINGS, "x and\ty contradict\neach other", 5);
    }
    double noise = (trial.seed() * 2654435761L + Math.round(7 * x + 13 * y)) % 97 * 1e-3;
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("completionPs", 100 + 10 * x + y + noise);
    figures.put("slowdownP99", 1 + noise);
    figures.put("pauses", Double.NaN);
    return new TrialOutcome.Measured(
        figures,
        "completionPs",
        new TrialOutcome.Ending("finished", 0, "digest-of-" + trial.index()),
        17,
        3);
  }

  /** All rows in the files of a sweep's parts, as texts, in the order of the trials. */
  static List<String> table(Path folder) throws SQLException, IOException {
    List<String> rows = new ArrayList<>();
    try (TableDatabase database = TableDatabase.inMemory();
        var statement = database.connection().createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT * EXCLUDE (cpuNs) FROM "
                    + TableDatabase.quoted(folder.resolve("part-*.parquet").toString())
                    + " ORDER BY trial")) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add(result.getMetaData().getColumnName(i) + "=" + result.getString(i));
        }
        rows.add(String.join(" ", cells));
      }
    }
    return rows;
  }
}
