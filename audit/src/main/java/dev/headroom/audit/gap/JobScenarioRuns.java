package dev.headroom.audit.gap;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.sim.measure.RunResult;
import java.util.HashMap;
import java.util.Map;

/** Simulation runs of a collective on a job's machines; equal runs run once. */
final class JobScenarioRuns {
  static final long NEVER = Long.MAX_VALUE;

  private final Collective collective;
  private final GapProgress progress;
  private final RunCache cache;
  private final Map<Asked, Ran> ran = new HashMap<>();

  private record Asked(JobScenario setup, long bytes) {}

  /**
   * A run of calls.
   *
   * @param callPs what each took until it was done; {@link #NEVER} if the run did not end
   * @param issuePs what the thread that calls takes for each
   */
  private record Ran(long callPs, long issuePs) {}

  JobScenarioRuns(Collective collective, GapProgress progress, RunCache cache) {
    this.collective = collective;
    this.progress = progress;
    this.cache = cache;
  }

  /**
   * Its bus bandwidth in GB/s; 0 if it did not end.
   *
   * @param callPs what a call takes before anything moves
   * @throws GapModel.StoppedException if the progress asked to stop
   */
  double busbw(JobScenario setup, long bytes, long callPs) {
    Ran its = ran(setup, bytes);
    return its.callPs() == NEVER
        ? 0
        : bytes
            * 1e3
            / Math.max(its.callPs() + callPs, its.issuePs())
            * collective.busFactor(setup.cluster().gpus());
  }

  /**
   * How long it takes, once called, however long calling takes; {@link #NEVER} if it did not end.
   *
   * @throws GapModel.StoppedException if the progress asked to stop
   */
  long ranPs(JobScenario setup, long bytes) {
    return ran(setup, bytes).callPs();
  }

  private Ran ran(JobScenario setup, long bytes) {
    return ran.computeIfAbsent(new Asked(setup, bytes), this::run);
  }

  private Ran run(Asked asked) {
    if (!progress.shouldContinue()) {
      throw new GapModel.StoppedException();
    }
    Scenario scenario = asked.setup().at(collective, asked.bytes());
    RunResult result =
        cache
            .run(ScenarioRun.of(scenario), RunListener.of(progress.listen(scenario)))
            .result()
            .balanced();
    return switch (result.outcome()) {
      case INTERRUPTED -> throw new GapModel.StoppedException();
      case UNFINISHED -> new Ran(NEVER, 0);
      case FINISHED -> {
        CalledCollective called = CalledCollective.of(scenario.flows()).orElseThrow();
        yield new Ran(called.durationPs(result.schedules().getFirst().donePs()), called.issuePs());
      }
    };
  }
}
