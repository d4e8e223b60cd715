package dev.headroom.app;

import dev.headroom.app.control.CompiledControl;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.OwnControl;
import dev.headroom.model.knob.OwnControlKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Spelling;
import dev.headroom.model.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Congestion controls that the user brings along. */
final class ControlArguments {
  /** What asks for a control of the user's own, laid over a scenario before anything else. */
  static final String ASKED = CongestionKnobs.ALGORITHM.name() + "=" + OwnControl.WORD;

  @Option(
      names = "--control",
      paramLabel = "FILE.java",
      description =
          "A congestion control of your own: a Java class that extends Controller"
              + " (docs/congestion-controls.md). Run where congestion.algorithm is own, or if it is"
              + " so nowhere, instead of it. As often as you like; congestion.own.name says which.")
  private List<Path> files = new ArrayList<>();

  /** Each is compiled once. */
  private List<CompiledControl> compiled = List.of();

  /** Whether there are any and a scenario asks for none: whoever brings one wants it to run. */
  boolean areUnasked(Scenario scenario) {
    return !files.isEmpty()
        && Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
            .noneMatch(ControlArguments::asks);
  }

  /** What is laid over a scenario that knows of no control but by these arguments. */
  List<String> before(List<String> sets) {
    List<String> all = new ArrayList<>(files.isEmpty() ? List.of() : List.of(ASKED));
    all.addAll(sets);
    return all;
  }

  private static boolean asks(Settings settings) {
    return OwnControl.WORD.equals(settings.get(CongestionKnobs.ALGORITHM));
  }

  /** A mistake that is told of {@link #ASKED}, told of the option. */
  static String told(String message) {
    return message.replace("--set " + ASKED + ":", "--control:");
  }

  /**
   * The scenario with the controls in it that it asks for by name.
   *
   * @throws BadInput if nobody brought one of them
   */
  Scenario into(Scenario scenario) throws IOException {
    if (compiled.size() < files.size()) {
      List<CompiledControl> all = new ArrayList<>();
      for (Path file : files) {
        all.add(CompiledControl.of(file));
      }
      compiled = all;
    }
    List<Settings> parts = scenario.parts().stream().map(this::into).toList();
    return scenario.with(into(scenario.settings())).withParts(parts);
  }

  /** Those that a scenario runs. */
  static Set<CompiledControl> in(Scenario scenario) {
    return Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
        .flatMap(settings -> settings.find(OwnControlKnobs.NAME).stream())
        .filter(CompiledControl.class::isInstance)
        .map(CompiledControl.class::cast)
        .collect(Collectors.toSet());
  }

  private Settings into(Settings settings) {
    if (!asks(settings)) {
      return settings;
    }
    Optional<String> name = settings.find(OwnControlKnobs.NAME).map(OwnControl::name);
    List<String> names = compiled.stream().map(CompiledControl::name).toList();
    if (names.isEmpty()) {
      throw new BadInput(
          "congestion.algorithm is own, and nobody brought it: give its source with --control %s.java"
              .formatted(name.orElse("FILE")));
    }
    if (name.isEmpty() && names.size() > 1) {
      throw new BadInput(
          "--control names %d files: congestion.own.name must say which to run, %s"
              .formatted(names.size(), String.join(" or ", names)));
    }
    int which = name.map(names::indexOf).orElse(0);
    if (which < 0) {
      throw new BadInput(
          "congestion.own.name is %s, and --control brought %s%s"
              .formatted(
                  name.orElseThrow(),
                  String.join(", ", names),
                  Spelling.hint(name.orElseThrow(), names)));
    }
    return settings.with(OwnControlKnobs.NAME, compiled.get(which));
  }
}
