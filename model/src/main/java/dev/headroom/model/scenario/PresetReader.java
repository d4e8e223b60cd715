package dev.headroom.model.scenario;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Spelling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code preset} of a scenario, or of one of its sections. */
final class PresetReader {
  private final Problems problems;

  PresetReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * The values of the preset that a block names, those of its section alone.
   *
   * @param section blank for a whole scenario
   */
  Optional<Settings> read(Yaml.Mapping block, String section) {
    return block.get("preset").flatMap(entry -> read(entry, section));
  }

  private Optional<Settings> read(Yaml.Entry entry, String section) {
    String name = entry.value() instanceof Yaml.Scalar scalar ? scalar.text() : "";
    Optional<Settings> found =
        Presets.named(name)
            .map(preset -> preset.settings(section))
            .filter(settings -> !settings.asMap().isEmpty());
    if (found.isEmpty()) {
      Set<String> names = new LinkedHashSet<>(of(section));
      if ("congestion".equals(section)) {
        names.addAll(CongestionKnobs.ALGORITHM.type().words());
      }
      List<String> known = List.copyOf(names);
      problems.add(
          entry.value().spot(),
          section.isEmpty() ? "preset" : section + ".preset",
          Yaml.kind(entry.value()) + " is not a preset" + Spelling.hint(name, known),
          known.isEmpty() ? "" : "there are " + String.join(", ", known));
    }
    return found;
  }

  /** The names of those that set anything in a section. */
  static List<String> of(String section) {
    return Presets.all().stream()
        .filter(preset -> !preset.settings(section).asMap().isEmpty())
        .map(Presets.Preset::name)
        .toList();
  }
}
