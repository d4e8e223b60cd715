package dev.headroom.audit.price;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.Progress;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;

/**
 * Two hosts alike, one of which writes to the other: {@code examples/pair.yaml}.
 *
 * @param gbps payload over the time from the start to the last byte, in 10^9 bits a second
 * @param digest of the run
 * @param command that runs it again
 */
record PairRun(double gbps, String digest, String command) {
  private static final String EXAMPLE = "examples/pair.yaml";

  /**
   * Runs it.
   *
   * @param settings knobs by name
   * @throws IllegalArgumentException if no scenario can have these settings
   */
  static PairRun of(SortedMap<String, String> settings) {
    List<String> sets =
        settings.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
    Scenario scenario =
        switch (ScenarioReader.read(text(), EXAMPLE, sets)) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalArgumentException(bad.problems().getFirst().toString());
        };
    RunResult result = Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, Progress.SILENT);
    if (result.outcome() != RunResult.Outcome.FINISHED) {
      throw new IllegalArgumentException("the flows of the pair do not finish");
    }
    double seconds = result.completionTimePs() * 1e-12;
    return new PairRun(
        result.counts().payloadDelivered() * 8 / seconds / 1e9, result.digest(), command(sets));
  }

  private static String command(List<String> sets) {
    StringBuilder command = new StringBuilder("headroom sim ").append(EXAMPLE);
    sets.forEach(each -> command.append(" --set ").append(each));
    return command.toString();
  }

  private static String text() {
    try (InputStream in = PairRun.class.getResourceAsStream("pair.yaml")) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its part pair.yaml");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
