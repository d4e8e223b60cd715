package dev.headroom.run;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;

/**
 * Run that has not started yet: a scenario with its run options. The same scenario comes to the
 * same result to the last bit, whoever listens and on however many threads.
 *
 * @param scenario what is run
 * @param options how
 */
public record ScenarioRun(Scenario scenario, RunOptions options) {
  /** That of a scenario, on one thread. */
  public static ScenarioRun of(Scenario scenario) {
    return new ScenarioRun(scenario, RunOptions.DEFAULT);
  }

  /**
   * That of a scenario's text.
   *
   * @param text YAML
   * @param name of the file that it is from, for what is wrong with it
   * @param overrides {@code key=value}, laid over what it says
   * @throws UnreadableScenarioException with all that is wrong, each with its place
   */
  public static ScenarioRun of(String text, String name, List<String> overrides)
      throws UnreadableScenarioException {
    return switch (ScenarioReader.read(text, name, overrides)) {
      case ScenarioReader.Good good -> of(good.scenario());
      case ScenarioReader.Bad bad ->
          throw new UnreadableScenarioException(bad.problems(), bad.misfit());
    };
  }

  /** The same in another way. */
  public ScenarioRun with(RunOptions others) {
    return new ScenarioRun(scenario, others);
  }

  /** The same with samples of its ports over time, as often as a picture needs. */
  public ScenarioRun withSamples() {
    return new ScenarioRun(DefaultSampling.added(scenario), options);
  }

  /**
   * Makes it.
   *
   * @return what it measured and what that comes to
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if the scenario cannot be run as it
   *     is
   */
  public RunSummary run(RunListener listener) {
    FlowStatistics tally = FlowStatistics.of(scenario);
    RunResult result =
        Simulation.run(
            scenario,
            options.sampled(listener::sampled),
            flow -> {
              tally.accept(flow);
              listener.flowEnded(flow);
            },
            progress(listener));
    return RunSummary.of(scenario, result, tally);
  }

  private static ProgressListener progress(RunListener listener) {
    return new ProgressListener() {
      @Override
      public boolean report(long nowPs, long flowsFinished, long packets) {
        return listener.progressed(nowPs, flowsFinished, packets);
      }

      @Override
      public boolean shouldContinue() {
        return listener.shouldContinue();
      }
    };
  }
}
