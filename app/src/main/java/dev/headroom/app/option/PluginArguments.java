package dev.headroom.app.option;

import dev.headroom.app.input.PluginFiles;
import dev.headroom.app.plugin.CompiledBalancer;
import dev.headroom.app.plugin.CompiledControl;
import dev.headroom.app.plugin.CompiledMarker;
import dev.headroom.app.plugin.CompiledPlugin;
import dev.headroom.app.plugin.PluginException;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for plugins: congestion controls, load balancers and ECN markers of the user. */
public final class PluginArguments {
  private final PluginFiles controls =
      new PluginFiles(
          "--control", CongestionKnobs.ALGORITHM, PluginControlKnobs.NAME, CompiledControl::of);
  private final PluginFiles balancers =
      new PluginFiles(
          "--routing", RoutingKnobs.ROUTING, PluginRoutingKnobs.NAME, CompiledBalancer::of);

  private final PluginFiles markers =
      new PluginFiles(
          "--marking", PluginMarkingKnobs.ALGORITHM, PluginMarkingKnobs.NAME, CompiledMarker::of);

  @Option(
      names = "--control",
      paramLabel = "FILE.java",
      description =
          "Your own congestion control: a Java class that extends Controller "
              + "(docs/congestion-controls.md). It runs where congestion.algorithm is own, or "
              + "everywhere if no entry sets own. Repeatable; congestion.own.name selects one.")
  void control(List<Path> files) {
    controls.setFiles(files);
  }

  @Option(
      names = "--routing",
      paramLabel = "FILE.java",
      description =
          "Your own load balancer: a Java class that extends LoadBalancer (docs/routing.md). "
              + "It replaces routing.algorithm. Repeatable; routing.own.name selects one.")
  void routing(List<Path> files) {
    balancers.setFiles(files);
  }

  @Option(
      names = "--marking",
      paramLabel = "FILE.java",
      description =
          "Your own marking algorithm: a Java class that extends Marker (docs/marking.md). "
              + "It runs in every queue of a switch. Repeatable; congestion.aqm.name selects one.")
  void marking(List<Path> files) {
    markers.setFiles(files);
  }

  private Stream<PluginFiles> all() {
    return Stream.of(controls, balancers, markers);
  }

  boolean isEmpty() {
    return all().noneMatch(PluginFiles::hasFiles);
  }

  /** What sets mean that may name those brought as if they were ours. */
  List<String> expand(List<String> sets) {
    return sets.stream().flatMap(set -> expand(set).stream()).toList();
  }

  private List<String> expand(String set) {
    return all()
        .map(each -> each.expand(set))
        .filter(meant -> meant.size() > 1)
        .findFirst()
        .orElse(List.of(set));
  }

  /** A mistake in what sets mean, told of the sets themselves. */
  public String withOptionName(String message, List<String> sets) {
    String told = message;
    for (String set : sets) {
      for (String meant : expand(set)) {
        told = told.replace("--set " + meant + ":", "--set " + set + ":");
      }
    }
    return told;
  }

  /** What to lay over a scenario that asks for none of those brought: they are to run. */
  List<String> implicitAssignments(Scenario scenario) {
    return all()
        .filter(each -> each.isUnusedIn(scenario))
        .map(PluginFiles::knobAssignment)
        .toList();
  }

  /** What is laid over a scenario that knows of them but by these arguments. */
  public List<String> before(List<String> sets) {
    List<String> all =
        all().filter(PluginFiles::hasFiles).map(PluginFiles::knobAssignment).toList();
    return Stream.concat(all.stream(), expand(sets).stream()).toList();
  }

  /** A mistake in what was laid over a scenario for these options, told of the option. */
  public String withOptionName(String message) {
    return markers.withOptionName(balancers.withOptionName(controls.withOptionName(message)));
  }

  /**
   * The scenario with those in it that it asks for by name.
   *
   * @throws BadInputException if nobody brought one of them
   */
  public Scenario applyTo(Scenario scenario) throws IOException {
    controls.compile();
    balancers.compile();
    markers.compile();
    List<Settings> parts = scenario.parts().stream().map(controls::applyTo).toList();
    Settings own = markers.applyTo(balancers.applyTo(controls.applyTo(scenario.settings())));
    return scenario.with(own).withParts(parts);
  }

  /**
   * Checks the settings of those that a scenario runs, which are otherwise read only at its run.
   *
   * @throws PluginException naming the wrong value and what would be right
   */
  public static void checkSettings(Scenario scenario) {
    Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
        .forEach(settings -> {
          checkSettings(settings, PluginControlKnobs.NAME, PluginControlKnobs.SETTINGS);
          checkSettings(settings, PluginRoutingKnobs.NAME, PluginRoutingKnobs.SETTINGS);
          checkSettings(settings, PluginMarkingKnobs.NAME, PluginMarkingKnobs.SETTINGS);
        });
  }

  private static void checkSettings(Settings settings, Knob<Plugin> name, Knob<String> values) {
    settings
        .find(name)
        .filter(CompiledPlugin.class::isInstance)
        .map(CompiledPlugin.class::cast)
        .ifPresent(plugin -> plugin.checkSettings(settings.get(values)));
  }

  /** Those that a scenario runs. */
  public static Set<CompiledPlugin> usedBy(Scenario scenario) {
    return Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
        .flatMap(settings ->
            Stream.of(PluginControlKnobs.NAME, PluginRoutingKnobs.NAME, PluginMarkingKnobs.NAME)
                .flatMap(name -> settings.find(name).stream()))
        .filter(CompiledPlugin.class::isInstance)
        .map(CompiledPlugin.class::cast)
        .collect(Collectors.toSet());
  }
}
