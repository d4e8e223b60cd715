package dev.headroom.audit.gap;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.sim.Progress;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.HashMap;
import java.util.Map;

/** Runs of a collective on machines; equal ones are run once. */
final class SetupRuns {
  static final long NEVER = Long.MAX_VALUE;

  private final Collective collective;
  private final Progress progress;
  private final Map<Asked, Long> ran = new HashMap<>();

  private record Asked(Setup setup, long bytes) {}

  SetupRuns(Collective collective, Progress progress) {
    this.collective = collective;
    this.progress = progress;
  }

  /**
   * Its bus bandwidth in GB/s; 0 if it did not end.
   *
   * @param callPs what a call takes before anything moves
   * @throws GapModel.StoppedException if the progress asked to stop
   */
  double busbw(Setup setup, long bytes, long callPs) {
    long ps = timePs(setup, bytes);
    return ps == NEVER
        ? 0
        : bytes * 1e3 / (ps + callPs) * collective.busFactor(setup.cluster().gpus());
  }

  /**
   * How long it takes, once called; {@link #NEVER} if it did not end.
   *
   * @throws GapModel.StoppedException if the progress asked to stop
   */
  long timePs(Setup setup, long bytes) {
    return ran.computeIfAbsent(new Asked(setup, bytes), this::run);
  }

  private long run(Asked asked) {
    Scenario scenario = asked.setup().at(collective, asked.bytes());
    RunResult result =
        Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, progress).balanced();
    return switch (result.outcome()) {
      case INTERRUPTED -> throw new GapModel.StoppedException();
      case UNFINISHED -> NEVER;
      case FINISHED ->
          CalledCollective.of(scenario.flows())
              .orElseThrow()
              .timePs(result.schedules().getFirst().donePs());
    };
  }
}
