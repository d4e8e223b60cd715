package dev.headroom.model.scenario;

import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Preset file, built in or a user's: {@code meaning}, {@code source}, and knobs in their sections,
 * in a scenario's notation.
 */
final class PresetFile {
  private static final String EXAMPLE = "sections with values, such as congestion: {kmin: 100KB}";

  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("scenario", "write " + EXAMPLE);

  private static final List<String> ABOUT = List.of("meaning", "source");

  /** Keys that stand in it. */
  private static final List<String> KEYS =
      Stream.concat(
              ABOUT.stream(),
              ScenarioReader.SECTIONS.stream().filter(section -> !"workload".equals(section)))
          .toList();

  /** Sections of a scenario that set no knobs. */
  private static final Set<String> OF_SCENARIOS = Set.of("name", "preset", "overrides", "workload");

  private static final Map<String, String> FOREIGN = foreign();

  private final YamlProblems problems;
  private final KnobSection section;

  private PresetFile(YamlProblems problems) {
    this.problems = problems;
    section = new KnobSection(problems, Knobs.all(), FOREIGN);
  }

  /** Keys that stand in a section of a scenario and are no knobs: where they belong. */
  private static Map<String, String> foreign() {
    Map<String, String> foreign = new HashMap<>();
    for (String key : List.of("topology", "nodes", "links", "failures", WearReader.KEY)) {
      foreign.put(
          "fabric." + key, "it belongs to a scenario: for the fabric, a preset sets switches only");
    }
    for (String section : KEYS) {
      foreign.put(section + ".preset", "a preset cannot use another preset: write the values here");
    }
    return foreign;
  }

  /**
   * Reads one.
   *
   * @param name of the preset
   * @param file its name, for messages
   * @return empty if anything is wrong with it, which is told
   */
  static Optional<Presets.Preset> read(
      String name, String text, String file, YamlProblems problems) {
    int before = problems.count();
    Optional<Presets.Preset> preset =
        YamlParser.parse(text, file, SOUGHT, problems)
            .flatMap(yaml -> new PresetFile(problems).preset(name, yaml));
    return problems.count() == before ? preset : Optional.empty();
  }

  private Optional<Presets.Preset> preset(String name, YamlNode yaml) {
    if (!(yaml instanceof YamlNode.Mapping root)) {
      problems.add(
          yaml.spot(), "", YamlNode.kind(yaml) + " instead of a preset", "write " + EXAMPLE);
      return Optional.empty();
    }
    int before = problems.count();
    root.entries().forEach(this::read);
    Settings settings = section.settings();
    if (settings.equals(Settings.DEFAULTS) && problems.count() == before) {
      problems.add(root.spot(), "", "the preset sets no value", "write " + EXAMPLE);
    }
    return Optional.of(
        new Presets.Preset(
            name, line(root, "meaning"), line(root, "source"), settings, section.written()));
  }

  private void read(YamlNode.Entry entry) {
    if (ABOUT.contains(entry.key())) {
      return;
    }
    if (OF_SCENARIOS.contains(entry.key())) {
      problems.add(
          entry.spot(),
          entry.key(),
          "it is not allowed here",
          "it belongs to a scenario: the sections of a preset are " + String.join(", ", KEYS));
    } else if (KEYS.contains(entry.key())) {
      block(DocumentEdits.spelledOut(entry));
    } else {
      problems.addUnknown(
          entry.spot(),
          entry.key(),
          () -> "there is no such section",
          () -> UnknownSection.right(entry.key(), KEYS, KEYS));
    }
  }

  private void block(YamlNode.Entry entry) {
    if (entry.value() instanceof YamlNode.Mapping block) {
      section.read(block, entry.key(), Set.of());
    } else {
      problems.add(
          entry.value().spot(),
          entry.key(),
          YamlNode.kind(entry.value()) + " instead of a block of keys",
          "indent its keys under " + entry.key() + ":");
    }
  }

  /** What a line of text says; blank where there is none. */
  private String line(YamlNode.Mapping root, String key) {
    Optional<YamlNode> value = root.value(key);
    if (value.isEmpty()) {
      return "";
    }
    if (value.get() instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
      return scalar.text();
    }
    problems.add(
        value.get().spot(),
        key,
        YamlNode.kind(value.get()) + " instead of a line of text",
        "a line of text, or omit it");
    return "";
  }
}
