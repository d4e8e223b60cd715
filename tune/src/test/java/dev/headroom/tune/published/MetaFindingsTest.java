package dev.headroom.tune.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.Measure;
import dev.headroom.unit.result.ResultTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What Gangidi et al. found of RoCE for training at Meta (SIGCOMM 2024): at 400 Gb/s, admission by
 * the receiver without DCQCN serves as well, and more queue pairs give an all-reduce over ECMP up
 * to 40 % more bandwidth.
 */
final class MetaFindingsTest {
  private static final int SEEDS = 8;
  private static final String BUSBW = "busbwGBps";
  private static final List<String> CONTROLS = List.of("dcqcn", "none", "admission");

  private static final ResultTable ALL_REDUCE =
      ResultTable.of(
          "published-all-reduce",
          MetaFindingsTest.class,
          "queue pairs, control",
          "busbw",
          "change from DCQCN",
          "change from 1 queue pair",
          "time paused");

  private static final ResultTable INCAST =
      ResultTable.of(
          "published-admission",
          MetaFindingsTest.class,
          "control",
          "completion",
          "deepest queue",
          "time paused");

  private static Map<String, String> settings(String control, int queuePairs) {
    return Map.of(
        "congestion.algorithm", control, "workload.queuePairs", String.valueOf(queuePairs));
  }

  @Test
  void shouldServeAnAllReduceAsWellWithoutDcqcn() {
    PublishedScenario scenario = PublishedScenario.of("meta-all-reduce", "workload.size=8MiB");
    double dcqcn = scenario.run(settings("dcqcn", 1), 2).mean(BUSBW);
    assertThat(scenario.run(settings("admission", 1), 2).mean(BUSBW)).isGreaterThan(0.99 * dcqcn);
  }

  @Tag("whole")
  @Test
  void shouldGainByQueuePairsAndNotByDcqcn() {
    PublishedScenario scenario = PublishedScenario.of("meta-all-reduce");
    Map<Map<String, String>, SeededRuns> all = new HashMap<>();
    for (String control : CONTROLS) {
      for (int queuePairs : new int[] {1, 4, 16}) {
        Map<String, String> settings = settings(control, queuePairs);
        all.put(settings, scenario.run(settings, SEEDS));
        SeededRuns runs = Filled.at(all, settings);
        SeededRuns one = Filled.at(all, settings(control, 1));
        SeededRuns dcqcn = Filled.at(all, settings("dcqcn", queuePairs));
        ALL_REDUCE.row(
            queuePairs + ", " + control,
            runs.text(BUSBW),
            runs.change(dcqcn, BUSBW),
            runs.change(one, BUSBW),
            runs.text(Measure.HELD_BACK));
        assertThat(runs.mean(BUSBW)).isGreaterThan(0.99 * dcqcn.mean(BUSBW));
        if (queuePairs == 16) {
          assertThat(runs.from(one, BUSBW).difference().low()).isPositive();
        }
      }
    }
  }

  @Tag("whole")
  @Test
  void shouldLimitTheQueueOfAnIncastByAdmission() {
    PublishedScenario scenario = PublishedScenario.of("meta-incast");
    Map<String, SeededRuns> all = new HashMap<>();
    for (String control : CONTROLS) {
      SeededRuns runs = scenario.run(Map.of("congestion.algorithm", control), 1);
      all.put(control, runs);
      INCAST.row(
          control,
          runs.text(Measure.COMPLETION),
          runs.text(Measure.QUEUE),
          runs.text(Measure.HELD_BACK));
    }
    assertThat(Filled.at(all, "admission").mean(Measure.QUEUE))
        .isLessThan(0.5 * Filled.at(all, "none").mean(Measure.QUEUE));
    assertThat(Filled.at(all, "admission").mean(Measure.COMPLETION))
        .isLessThan(1.01 * Filled.at(all, "dcqcn").mean(Measure.COMPLETION));
  }
}
