package dev.headroom.bench;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of whole runs, set-up included, in a warm JVM. {@code hops} beside the time is packet
 * hops a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class RunBenchmark {
  private static final String INCAST =
      """
      fabric: {topology: single, hosts: 17}
      workload: {type: incast, fanIn: 16, size: 2MB}
      """;
  private static final String PERMUTATION =
      """
      fabric: {topology: fat-tree, k: 8}
      workload: {type: permutation, size: 1MB}
      """;

  @Param({"incast", "permutation"})
  public String traffic = "";

  @Param({"rocev2", "infiniband", "uec", "srd", "falcon", "iwarp", "tcp"})
  public String transport = "";

  private Scenario scenario = read(INCAST, "rocev2");

  /** Packet hops, which JMH divides by the time. */
  @State(Scope.Thread)
  @AuxCounters
  public static class Hops {
    public long hops;
  }

  @Setup
  public void read() {
    scenario = read("incast".equals(traffic) ? INCAST : PERMUTATION, transport);
  }

  private static Scenario read(String text, String transport) {
    return switch (ScenarioReader.read(text, "benchmark", List.of("transport=" + transport))) {
      case ScenarioReader.Good(Scenario good) -> good;
      case ScenarioReader.Bad bad -> throw new IllegalStateException(bad.toString());
    };
  }

  @Benchmark
  public RunResult run(Hops hops) {
    RunResult result =
        Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT);
    hops.hops += result.counts().packetHops();
    return result;
  }
}
