package dev.headroom.run.claims;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.ScheduleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Simulation run that tests a claim.
 *
 * @param result totals and ports
 * @param flows those that finished and those that did not
 */
public record ClaimRun(Scenario scenario, RunResult result, List<FlowResult> flows) {
  public ClaimRun {
    flows = List.copyOf(flows);
  }

  /** Runs a scenario. */
  public static ClaimRun of(Scenario scenario) {
    return of(scenario, () -> false, RunCache.none());
  }

  /**
   * Runs a scenario.
   *
   * @param stop whether nobody waits for it any more
   * @param cache of runs
   * @throws CancellationException if it was stopped: half a run measures no claim
   */
  public static ClaimRun of(Scenario scenario, BooleanSupplier stop, RunCache cache) {
    List<FlowResult> flows = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public boolean progressed(long nowPs, long flowsFinished, long packets) {
            return !stop.getAsBoolean();
          }

          @Override
          public void flowEnded(FlowResult flow) {
            flows.add(flow);
          }
        };
    RunResult result = cache.run(ScenarioRun.of(scenario), listener).result();
    if (result.outcome() == RunResult.Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    return new ClaimRun(scenario, result.balanced(), flows);
  }

  RunTotals counts() {
    return result.counts();
  }

  /**
   * Payload delivered, in percent of what the lines of all hosts could have carried in the time.
   */
  double usedPercent(double lineBps) {
    double seconds = result.endPs() * 1e-12;
    int hosts = scenario.fabric().hosts().size();
    return 100 * (counts().payloadDelivered() * 8.0 / (seconds * lineBps * hosts));
  }

  /** Percent of the flows that finished. */
  double finishedPercent() {
    return 100.0 * counts().finished() / counts().flows();
  }

  /** When the last flow ends. */
  double lastMs() {
    return result.completionTimePs() * 1e-9;
  }

  /** Within what time a share of some flows are done, of those that are done at all. */
  double fctMs(double share, Predicate<FlowResult> of) {
    long[] all =
        flows.stream()
            .filter(of.and(FlowResult::finished))
            .mapToLong(FlowResult::fctPs)
            .sorted()
            .toArray();
    return all[(int) Math.ceil(share * all.length) - 1] * 1e-9;
  }

  /** When the last byte of all flows was there. */
  double deliveredPs() {
    return flows.stream().mapToLong(FlowResult::deliveredPs).max().orElseThrow();
  }

  /** How the GPUs of its job spent their time. */
  JobResult job() {
    return result.schedules().stream()
        .map(ScheduleResult::job)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow();
  }

  double pausedMs() {
    return counts().pausedPs() * 1e-9;
  }

  double pauses() {
    return counts().pauses();
  }

  double drops() {
    return counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }
}
