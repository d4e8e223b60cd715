package dev.headroom.bench;

import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.UnreadableScenarioException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.tune.sweep.LocalEngine;
import dev.headroom.tune.sweep.Sampling;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepListener;
import dev.headroom.tune.sweep.SweepPlan;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Comparison of the cost of a sweep with that of the same runs one after the other. Each kind runs
 * in a process of its own, which prints its CPU and wall-clock time:
 *
 * <pre>
 *   SweepCost runs  examples/incast-16.yaml 1000
 *   SweepCost sweep examples/incast-16.yaml 1000 2
 * </pre>
 *
 * <p>The last number is that of workers. Runs differ in their seeds only; nothing is cached.
 */
public final class SweepCost {
  private SweepCost() {}

  public static void main(String[] arguments) throws IOException, UnreadableScenarioException {
    long startNs = System.nanoTime();
    Path file = Path.of(arguments[1]);
    String text = Files.readString(file);
    int runs = Integer.parseInt(arguments[2]);
    if (arguments[0].equals("runs")) {
      for (long seed = 1; seed <= runs; seed++) {
        ScenarioRun.of(text, file.toString(), List.of("run.seed=" + seed)).run(RunListener.NONE);
      }
    } else {
      sweep(file, text, runs, Integer.parseInt(arguments[3]));
    }
    System.out.printf(
        "%s: %.2f s of CPU, %.2f s%n",
        String.join(" ", arguments),
        ProcessCost.soFar().cpuSeconds(),
        (System.nanoTime() - startNs) * 1e-9);
  }

  private static void sweep(Path file, String text, int runs, int workers) throws IOException {
    ScenarioText scenario = new ScenarioText(file.toString(), text, Map.of(), List.of());
    SweepPlan plan =
        new SweepPlan(
            scenario,
            List.of(),
            Sampling.GRID,
            LongStream.rangeClosed(1, runs).boxed().toList(),
            Duration.ofMinutes(10),
            List.of());
    Path folder = Files.createTempDirectory("headroom-sweep-cost");
    try {
      ScenarioTrialRunner runner =
          new ScenarioTrialRunner(scenario, RunCache.none(), plan.trialLimit(), () -> false);
      new LocalEngine(runner, workers, "benchmark")
          .run(SweepFolder.begin(folder, plan), Shard.WHOLE, SweepListener.NONE);
    } finally {
      SweepFolder.delete(folder);
      Files.deleteIfExists(folder);
    }
  }
}
