package dev.headroom.run.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.UnreadableScenarioException;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.results.ResultsJson;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.FlowResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the tests of the cache share. */
final class CachedRuns {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private CachedRuns() {}

  /** A run of a few flows. */
  static ScenarioRun incast(String... overrides) {
    String text =
        """
        name: few
        fabric: {topology: single, hosts: 4}
        workload: {type: incast, size: 64KB}
        """;
    try {
      return ScenarioRun.of(text, "few.yaml", List.of(overrides));
    } catch (UnreadableScenarioException e) {
      throw new AssertionError(e);
    }
  }

  /** An example, as a command reads it. */
  static ScenarioRun example(Path file, String... overrides) {
    try {
      return switch (ScenarioReader.read(
          Files.readString(file),
          file.toString(),
          List.of(overrides),
          new ReferencedFiles(file)::text)) {
        case ScenarioReader.Good good -> ScenarioRun.of(good.scenario());
        case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All examples that are scenarios. */
  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.startsWith(EXAMPLES.resolve("rules")))
          .filter(file -> !isPlan(file))
          .sorted()
          .toList();
    }
  }

  static RunCache in(Path folder) {
    return RunCache.open(
        CacheSettings.in(folder),
        warning -> {
          throw new AssertionError(warning);
        });
  }

  /** What a run comes to, and what its listener was told. */
  record Told(RunSummary summary, List<FlowResult> flows) {
    static Told by(RunCache cache, ScenarioRun run) {
      List<FlowResult> flows = new ArrayList<>();
      RunSummary summary =
          cache.run(
              run,
              new RunListener() {
                @Override
                public void flowEnded(FlowResult flow) {
                  flows.add(flow);
                }
              });
      return new Told(summary, flows);
    }

    String json() {
      return ResultsJson.of(summary, 1, new ProcessCost(1, 1));
    }
  }

  /** Checks that the second time is the first over again, and that it was not run. */
  static Told assertReplayed(Path folder, ScenarioRun run) {
    RunCache first = in(folder);
    Told made = Told.by(first, run);
    assertThat(first.use()).isEqualTo(new RunCache.Use(0, 1));
    RunCache second = in(folder);
    Told replayed = Told.by(second, run);
    assertThat(second.use()).as("use").isEqualTo(new RunCache.Use(1, 0));
    assertThat(replayed.flows()).isEqualTo(made.flows());
    assertThat(replayed.json()).isEqualTo(made.json());
    assertThat(DeepText.of(replayed.summary().result()))
        .isEqualTo(DeepText.of(made.summary().result()));
    assertThat(RunFigures.of(replayed.summary())).isEqualTo(RunFigures.of(made.summary()));
    return made;
  }

  /** Plans of burn-ins lie beside the fabrics that rehearse them. */
  private static boolean isPlan(Path file) {
    return String.valueOf(file.getParent()).endsWith("burnin")
        && !file.toString().endsWith("-fabric.yaml");
  }
}
