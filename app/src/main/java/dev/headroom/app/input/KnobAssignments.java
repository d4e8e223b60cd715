package dev.headroom.app.input;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Assignments {@code key=value} applied to settings that do not come from a YAML file. */
final class KnobAssignments {
  private KnobAssignments() {}

  /** Whether {@code key=value} is about a knob. */
  static boolean names(String set, Knob<?> knob) {
    int equals = set.indexOf('=');
    String key = equals <= 0 ? "" : set.substring(0, equals).strip();
    return SetKey.knob(key).equals(knob.name());
  }

  static Settings apply(Settings settings, List<String> sets) {
    Settings result = settings;
    List<String> problems = new ArrayList<>();
    for (String set : sets) {
      int equals = set.indexOf('=');
      String key = equals <= 0 ? set : set.substring(0, equals).strip();
      Optional<Knob<?>> knob = Knobs.named(SetKey.knob(key));
      if (equals <= 0) {
        problems.add("--set " + set + ": this is not KEY=VALUE; such as congestion.kmin=100KB");
      } else if (knob.isEmpty()) {
        List<String> names = Knobs.all().stream().map(Knob::name).toList();
        problems.add(
            "--set " + set + ": there is no such knob" + SpellingSuggestion.hint(key, names));
      } else {
        try {
          result = result.with(knob.get(), set.substring(equals + 1));
        } catch (UnitException e) {
          problems.add("--set " + set + ": " + e.getMessage());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new BadInputException(String.join("\n", problems));
    }
    return result;
  }
}
