package dev.headroom.tune.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.Measure;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What Li et al. found of DCQCN (HPCC, SIGCOMM 2019): fast timers give bandwidth back sooner and
 * pause more (figure 2), low ECN thresholds help short flows and cost large ones (figure 3).
 */
final class HpccFindingsTest {
  private static final int SEEDS = 8;
  private static final String LARGE = "fctP99Ps";

  private static final ResultTable TIMERS =
      ResultTable.of(
          "published-timers",
          HpccFindingsTest.class,
          "increase, decrease",
          "web search, FCT p99",
          "change of FCT",
          "beside an incast, time paused",
          "change of time paused");

  private static final ResultTable THRESHOLDS =
      ResultTable.of(
          "published-thresholds",
          HpccFindingsTest.class,
          "Kmin, Kmax",
          "messages of 1 KB, FCT p99",
          "change of messages",
          "web search, FCT p99",
          "change of web search");

  /**
   * Timers of DCQCN.
   *
   * @param increase shortest time between increases
   * @param decrease shortest time between decreases
   */
  private record Timers(String increase, String decrease) {
    Map<String, String> settings() {
      return Map.of("congestion.increaseTimer", increase, "congestion.decreasePeriod", decrease);
    }

    @Override
    public String toString() {
      return increase + ", " + decrease;
    }
  }

  /** Alibaba's own, NVIDIA's defaults and those of DCQCN's authors; then one timer at a time. */
  private static final Timers SLOW = new Timers("900us", "4us");

  private static final Timers FAST = new Timers("55us", "50us");
  private static final List<Timers> ALL_TIMERS =
      List.of(
          SLOW,
          new Timers("300us", "4us"),
          FAST,
          new Timers("55us", "4us"),
          new Timers("900us", "50us"));

  private static Map<String, String> thresholds(String kmin, String kmax) {
    return Map.of("congestion.kmin", kmin, "congestion.kmax", kmax);
  }

  @Test
  void shouldPauseMoreWithFastTimers() {
    PublishedScenario incast =
        PublishedScenario.of("hpcc-incast", "workload.0.duration=4ms", "workload.1.start=2ms");
    assertThat(incast.run(FAST.settings(), 2).mean(Measure.HELD_BACK))
        .isGreaterThan(1.3 * incast.run(SLOW.settings(), 2).mean(Measure.HELD_BACK));
  }

  @Test
  void shouldServeShortFlowsWithLowThresholdsAndLargeFlowsWithHighOnes() {
    PublishedScenario scenario =
        PublishedScenario.of(
            "hpcc-thresholds", "workload.0.duration=5ms", "workload.1.duration=5ms");
    SeededRuns low = scenario.run(thresholds("12KB", "50KB"), 2);
    SeededRuns high = scenario.run(thresholds("400KB", "1600KB"), 2);
    assertThat(low.mean("part1FctP99Ps")).isLessThan(0.7 * high.mean("part1FctP99Ps"));
    assertThat(low.mean("part0FctP99Ps")).isGreaterThan(1.1 * high.mean("part0FctP99Ps"));
  }

  @Tag("whole")
  @Test
  void shouldTradeBandwidthForPausesByTimers() {
    PublishedScenario alone = PublishedScenario.of("hpcc-timers");
    PublishedScenario incast = PublishedScenario.of("hpcc-incast");
    SeededRuns slowAlone = alone.run(SLOW.settings(), SEEDS);
    SeededRuns slowIncast = incast.run(SLOW.settings(), SEEDS);
    for (Timers timers : ALL_TIMERS) {
      SeededRuns runsAlone = alone.run(timers.settings(), SEEDS);
      SeededRuns runsIncast = incast.run(timers.settings(), SEEDS);
      TIMERS.row(
          timers.toString(),
          runsAlone.text(LARGE),
          runsAlone.change(slowAlone, LARGE),
          runsIncast.text(Measure.HELD_BACK),
          runsIncast.change(slowIncast, Measure.HELD_BACK));
      if (timers.equals(FAST)) {
        assertThat(runsAlone.from(slowAlone, LARGE).difference().high()).isNegative();
        assertThat(runsIncast.from(slowIncast, Measure.HELD_BACK).difference().low()).isPositive();
      }
    }
  }

  @Tag("whole")
  @Test
  void shouldTradeLatencyForBandwidthByThresholds() {
    PublishedScenario scenario = PublishedScenario.of("hpcc-thresholds");
    SeededRuns high = scenario.run(thresholds("400KB", "1600KB"), SEEDS);
    for (List<String> each :
        List.of(List.of("400KB", "1600KB"), List.of("100KB", "400KB"), List.of("12KB", "50KB"))) {
      SeededRuns runs = scenario.run(thresholds(each.getFirst(), each.getLast()), SEEDS);
      THRESHOLDS.row(
          String.join(", ", each),
          runs.text("part1FctP99Ps"),
          runs.change(high, "part1FctP99Ps"),
          runs.text("part0FctP99Ps"),
          runs.change(high, "part0FctP99Ps"));
      if (each.getFirst().equals("12KB")) {
        assertThat(runs.from(high, "part1FctP99Ps").difference().high()).isNegative();
        assertThat(runs.from(high, "part0FctP99Ps").difference().low()).isPositive();
      }
    }
  }
}
