package dev.headroom.web.api;

import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.MarkingAlgorithm;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.yaml.Problem;
import dev.headroom.run.example.BundledExamples;
import dev.headroom.run.example.Example;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of scenarios that pages send, with files of one folder. */
public final class ServedScenarios {
  private static final Pattern FILE = Pattern.compile("[\\w.-][\\w ./-]{0,99}");

  private final ServedFolder folder;

  public ServedScenarios(ServedFolder folder) {
    this.folder = folder;
  }

  /**
   * Reads one, as the command line does.
   *
   * @param file its name in messages
   */
  public ScenarioReader.Outcome read(String text, String file, List<String> sets) {
    if (!FILE.matcher(file).matches()) {
      throw new ApiException(400, "file: it must be a plain name, such as scenario.yaml");
    }
    return switch (ScenarioReader.read(text, file, sets, name -> named(beside(file, name)))) {
      case ScenarioReader.Good good when hasPlugin(good.scenario()) -> plugin(file);
      case ScenarioReader.Outcome outcome -> outcome;
    };
  }

  /** Of the folder, or else of the program's examples, which any page may open. */
  private Optional<String> named(String name) {
    return folder.text(name).or(() -> Optional.ofNullable(Bundled.TEXTS.get(name)));
  }

  /** Texts that come with the examples, read once they are needed. */
  private static final class Bundled {
    static final Map<String, String> TEXTS =
        BundledExamples.all().stream()
            .filter(each -> !each.path().endsWith(".gz"))
            .collect(
                Collectors.toUnmodifiableMap(
                    Example::path, each -> new String(each.bytes(), StandardCharsets.UTF_8)));
  }

  /** A file that a scenario names lies beside it, as on the command line. */
  private static String beside(String file, String name) {
    return file.substring(0, file.lastIndexOf('/') + 1) + name;
  }

  /** The scenario of a request's {@code text}, {@code file} and {@code sets}. */
  public Scenario read(ApiBody body) {
    return switch (outcome(body)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new ApiException(
              422,
              bad.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    };
  }

  /** What came of reading it. */
  public ScenarioReader.Outcome outcome(ApiBody body) {
    return read(body.text("text"), body.text("file", "scenario.yaml"), body.texts("sets"));
  }

  private static ScenarioReader.Outcome plugin(String file) {
    return new ScenarioReader.Bad(
        List.of(
            new Problem(
                file,
                1,
                1,
                "",
                "it names a Java class of the user's own, which a server never runs",
                "run it with headroom sim and --control, --routing or --marking")),
        false);
  }

  private static boolean hasPlugin(Scenario scenario) {
    return Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
        .anyMatch(ServedScenarios::hasPlugin);
  }

  private static boolean hasPlugin(Settings settings) {
    return settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.OWN
        || settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.OWN
        || settings.get(PluginMarkingKnobs.ALGORITHM) == MarkingAlgorithm.OWN;
  }
}
