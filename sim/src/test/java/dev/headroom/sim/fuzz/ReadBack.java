package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario that was written to a file and read from there: what can run is accepted, and stays as
 * it is.
 *
 * @param scenario as read; the one that was written where it was refused
 * @param faults what is wrong with that
 */
record ReadBack(Scenario scenario, List<String> faults) {
  static ReadBack of(Scenario written) {
    String text = ScenarioWriter.write(written);
    return switch (ScenarioReader.read(text, "fuzz.yaml", List.of())) {
      case ScenarioReader.Bad bad ->
          new ReadBack(
              written,
              bad.problems().stream().map(problem -> "refused, " + problem.toString()).toList());
      case ScenarioReader.Good good -> accepted(text, brought(good.scenario(), written));
    };
  }

  private static ReadBack accepted(String text, Scenario read) {
    List<String> faults = new ArrayList<>();
    List<String> before = text.lines().toList();
    List<String> after = ScenarioWriter.write(read).lines().toList();
    for (int i = 0; i < Math.max(before.size(), after.size()) && faults.isEmpty(); i++) {
      String was = i < before.size() ? before.get(i) : "";
      String is = i < after.size() ? after.get(i) : "";
      if (!was.equals(is)) {
        faults.add("read back otherwise, '%s' for '%s'".formatted(is.strip(), was.strip()));
      }
    }
    return new ReadBack(read, faults);
  }

  /** A file has no more than the names of what is brought along. */
  private static Scenario brought(Scenario read, Scenario written) {
    Settings settings = read.settings();
    for (Knob<Plugin> name :
        List.of(PluginControlKnobs.NAME, PluginRoutingKnobs.NAME, PluginMarkingKnobs.NAME)) {
      Optional<Plugin> own = written.settings().find(name);
      settings = own.isPresent() ? settings.with(name, own.get()) : settings;
    }
    return read.with(settings);
  }
}
