package dev.headroom.tune.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.study.TodayValues;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Scenario of {@code docs/validation/published}, which stands for the set-up of a publication. */
final class PublishedScenario {
  private static final Path FOLDER = Path.of("..", "docs", "validation", "published");
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final ScenarioText text;

  private PublishedScenario(ScenarioText text) {
    this.text = text;
  }

  /**
   * Of a file.
   *
   * @param name without its ending
   * @param overrides {@code key=value}, for all runs
   */
  static PublishedScenario of(String name, String... overrides) {
    return new PublishedScenario(
        new ScenarioText(name + ".yaml", file(name), Map.of(), List.of(overrides)));
  }

  /** Text of a file of the folder, by its name without the ending. */
  static String file(String name) {
    try {
      return Files.readString(FOLDER.resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ScenarioText text() {
    return text;
  }

  /**
   * Runs it with the seeds from 1.
   *
   * @param settings laid over the scenario
   */
  SeededRuns run(Map<String, String> settings, int seeds) {
    return run(settings, 1, seeds);
  }

  /** Runs it with some seeds, the first of which is given. */
  SeededRuns run(Map<String, String> settings, long firstSeed, int seeds) {
    ScenarioTrialRunner runner = new ScenarioTrialRunner(text, RunCache.none(), LIMIT, () -> false);
    List<Map<String, Double>> figures =
        LongStream.range(firstSeed, firstSeed + seeds)
            .mapToObj(seed -> figures(runner.run(new Trial(0, settings, seed))))
            .toList();
    return new SeededRuns(measures(), figures);
  }

  private static Map<String, Double> figures(TrialOutcome outcome) {
    assertThat(outcome).isInstanceOf(TrialOutcome.Measured.class);
    TrialOutcome.Measured measured = (TrialOutcome.Measured) outcome;
    assertThat(measured.ending().isComplete()).as("%s", measured.ending()).isTrue();
    return measured.figures();
  }

  /** Value of a knob that is in force. */
  String value(String knob) {
    return TodayValues.of(scenario(), knob);
  }

  private Map<String, Measure> measures() {
    Map<String, Measure> measures = new LinkedHashMap<>();
    Measure.of(scenario()).forEach(measure -> measures.put(measure.key(), measure));
    return measures;
  }

  private Scenario scenario() {
    ScenarioReader.Outcome read = text.read(List.of());
    assertThat(read).isInstanceOf(ScenarioReader.Good.class);
    return ((ScenarioReader.Good) read).scenario();
  }
}
