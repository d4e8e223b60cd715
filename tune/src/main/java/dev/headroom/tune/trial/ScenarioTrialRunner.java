package dev.headroom.tune.trial;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.yaml.Problem;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.cache.RunFigures;
import dev.headroom.run.compare.DecidingMeasure;
import dev.headroom.run.summary.Measure;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.RunResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Runner of a scenario's trials through the facade of runs, one thread a run.
 *
 * <p>Whatever goes wrong in a trial is its outcome: other trials of the sweep go on.
 */
public final class ScenarioTrialRunner implements TrialRunner {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ScenarioText scenario;
  private final RunCache cache;
  private final Duration limit;
  private final BooleanSupplier isStopped;

  /**
   * @param cache of the figures of runs
   * @param limit time after which a trial is given up
   * @param isStopped whether the user stopped the sweep
   */
  public ScenarioTrialRunner(
      ScenarioText scenario, RunCache cache, Duration limit, BooleanSupplier isStopped) {
    this.scenario = scenario;
    this.cache = cache;
    this.limit = limit;
    this.isStopped = isStopped;
  }

  @Override
  public TrialOutcome run(Trial trial) {
    Clock clock = new Clock();
    try {
      return switch (scenario.read(trial.overrides())) {
        case ScenarioReader.Good good -> run(good.scenario(), clock);
        case ScenarioReader.Bad bad ->
            failed(
                FailureKind.BAD_SETTINGS,
                bad.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")),
                clock);
      };
    } catch (UnrunnableScenarioException e) {
      return failed(FailureKind.BAD_SETTINGS, FailureMessage.of(e), clock);
    } catch (CancellationException e) {
      return cutShort(clock);
    } catch (OutOfMemoryError e) {
      return failed(
          FailureKind.OUT_OF_MEMORY,
          "the trial needs more than %,d MiB of memory; increase it with HEADROOM_JAVA_OPTS=-Xmx8g"
              .formatted(Runtime.getRuntime().maxMemory() >> 20),
          clock);
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      return failed(
          FailureKind.CRASH, "a bug in Headroom: " + FailureMessage.of(e), clock);
    }
  }

  /** Takes the figures from the cache if the same was run before. */
  private TrialOutcome run(Scenario scenario, Clock clock) {
    RunFigures figures = cache.figures(ScenarioRun.of(scenario), clock);
    if (figures.outcome() == RunResult.Outcome.INTERRUPTED) {
      return cutShort(clock);
    }
    if (!figures.isBalanced()) {
      return failed(
          FailureKind.CRASH,
          "the simulator's counts of packets and bytes do not add up; headroom sim shows which",
          clock);
    }
    return new TrialOutcome.Measured(
        figures.measures(),
        DecidingMeasure.key(scenario, figures),
        new TrialOutcome.Ending(
            figures.outcome().name().toLowerCase(Locale.ROOT),
            Math.round(figures.measures().getOrDefault(Measure.UNFINISHED, 0.0)),
            figures.digest()),
        figures.packets(),
        clock.cpuNs());
  }

  private TrialOutcome cutShort(Clock clock) {
    if (isStopped.getAsBoolean()) {
      throw new CancellationException("stopped by the user");
    }
    return failed(
        FailureKind.TIME_OUT,
        "the trial took longer than its limit of %,d s; set another one with --trial-limit"
            .formatted(limit.toSeconds()),
        clock);
  }

  private static TrialOutcome failed(FailureKind kind, String reason, Clock clock) {
    return new TrialOutcome.Failed(kind, reason, clock.cpuNs());
  }

  /** Listener that ends a run at its limit; it also counts the CPU time of the thread. */
  private final class Clock implements RunListener {
    private final long startCpuNs = THREADS.getCurrentThreadCpuTime();
    private final long startNs = System.nanoTime();

    long cpuNs() {
      return THREADS.getCurrentThreadCpuTime() - startCpuNs;
    }

    @Override
    public boolean progressed(long nowPs, long flowsFinished, long packets) {
      return shouldContinue();
    }

    @Override
    public boolean shouldContinue() {
      return !isStopped.getAsBoolean() && System.nanoTime() - startNs < limit.toNanos();
    }
  }
}
