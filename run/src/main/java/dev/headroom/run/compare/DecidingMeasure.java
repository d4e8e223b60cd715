package dev.headroom.run.compare;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.cache.RunFigures;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.RunSummary;

/**
 * Measure that matters most for a workload: the time of a collective; the tail of slowdown where
 * flows keep coming, since the last one to come decides when they end; otherwise the time at which
 * the last flow ended.
 */
public final class DecidingMeasure {
  private DecidingMeasure() {}

  /** Its key for a run. */
  static String key(RunSummary summary) {
    return key(
        summary.scenario(),
        summary.workload().figures().job().isPresent(),
        summary.span().startPs(),
        summary.span().durationPs());
  }

  /** Its key for a run of which only figures are kept. */
  public static String key(Scenario scenario, RunFigures figures) {
    long startPs = firstStartPs(scenario.flows());
    double completionPs = figures.measures().getOrDefault(Measure.COMPLETION, Double.NaN);
    return key(
        scenario,
        figures.measures().containsKey(Measure.COMPUTED),
        startPs,
        Double.isNaN(completionPs) ? figures.endPs() - startPs : Math.round(completionPs));
  }

  private static String key(Scenario scenario, boolean isJob, long startPs, long durationPs) {
    if (CollectiveFigures.isCollective(scenario)) {
      return Measure.COLLECTIVE;
    }
    return !isJob && hasOpenArrivals(scenario.flows(), startPs, durationPs)
        ? Measure.SLOWDOWN
        : Measure.COMPLETION;
  }

  private static boolean hasOpenArrivals(FlowProgram flows, long startPs, long durationPs) {
    long last = startPs;
    for (int flow = 0; flow < flows.flows(); flow++) {
      last = Math.max(last, flows.startPs(flow));
    }
    return last - startPs > durationPs / 10;
  }

  private static long firstStartPs(FlowProgram flows) {
    long first = Long.MAX_VALUE;
    for (int flow = 0; flow < flows.flows(); flow++) {
      first = Math.min(first, flows.startPs(flow));
    }
    return first == Long.MAX_VALUE ? 0 : Math.max(0, first);
  }
}
