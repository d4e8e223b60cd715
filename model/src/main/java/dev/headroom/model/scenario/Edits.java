package dev.headroom.model.scenario;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.yaml.Problems;
import dev.headroom.model.yaml.Spot;
import dev.headroom.model.yaml.Yaml;
import dev.headroom.model.yaml.YamlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Application of {@code --set key=value} to a document, and expansion of its short forms: {@code
 * congestion: none} is {@code congestion: {algorithm: none}}.
 */
final class Edits {
  /** The key that a section's single value stands for. */
  private static final Map<String, String> SHORT =
      Map.of(
          "fabric", "topology",
          "transport", "type",
          "congestion", "algorithm",
          "pfc", "enabled",
          "credits", "enabled",
          "routing", "algorithm",
          "workload", "type");

  private final Problems problems;

  /** Parts of a key, far more than any has. */
  private static final int DEEPEST = 50;

  Edits(Problems problems) {
    this.problems = problems;
  }

  /** The key that the single value of a section stands for, or blank if it has no short form. */
  static String shortKey(String section, String value) {
    if ("congestion".equals(section) && !CongestionKnobs.ALGORITHM.type().words().contains(value)) {
      return "preset";
    }
    return shortKey(section);
  }

  /** The same, where a section's presets do not count. */
  static String shortKey(String section) {
    return SHORT.getOrDefault(section, "");
  }

  Yaml.Mapping apply(Yaml.Mapping root, List<String> sets) {
    Yaml.Mapping result =
        new Yaml.Mapping(
            root.entries().stream()
                .map(Edits::spelledOut)
                .map(entry -> isWorkload(entry) ? withPartsSpelledOut(entry) : entry)
                .toList(),
            root.spot());
    for (String set : sets) {
      int equals = set.indexOf('=');
      Spot spot = Spot.option("--set " + set);
      if (equals <= 0) {
        problems.add(spot, "", "this is not KEY=VALUE", "such as congestion.kmin=100KB");
        continue;
      }
      List<String> path = List.of(set.substring(0, equals).strip().split("\\.", -1));
      if (path.size() > DEEPEST) {
        problems.add(
            spot, "", "a key has no %,d parts".formatted(path.size()), "at most " + DEEPEST);
        continue;
      }
      result = (Yaml.Mapping) lay(result, path, value(set.substring(equals + 1), spot), spot, "");
    }
    return result;
  }

  private static boolean isWorkload(Yaml.Entry entry) {
    return "workload".equals(entry.key());
  }

  /** A workload that is a list, with the sections that its entries set for themselves. */
  private static Yaml.Entry withPartsSpelledOut(Yaml.Entry workload) {
    if (!(workload.value() instanceof Yaml.Sequence list)) {
      return workload;
    }
    List<Yaml> parts = new ArrayList<>();
    for (Yaml item : list.items()) {
      Yaml part = item;
      if (item instanceof Yaml.Mapping block) {
        part =
            new Yaml.Mapping(
                block.entries().stream()
                    .map(entry ->
                        PartReader.SECTIONS.contains(entry.key()) ? spelledOut(entry) : entry)
                    .toList(),
                block.spot());
      }
      parts.add(part);
    }
    return new Yaml.Entry(workload.key(), workload.spot(), new Yaml.Sequence(parts, list.spot()));
  }

  static Yaml.Entry spelledOut(Yaml.Entry entry) {
    if (entry.value() instanceof Yaml.Scalar scalar && !scalar.isMissing()) {
      String key = shortKey(entry.key(), scalar.text());
      if (!key.isEmpty()) {
        Yaml.Entry inner = new Yaml.Entry(key, scalar.spot(), scalar);
        return new Yaml.Entry(
            entry.key(), entry.spot(), new Yaml.Mapping(List.of(inner), scalar.spot()));
      }
    }
    return entry;
  }

  /** A value as YAML reads it, so that lists and blocks can be given; else its bare text. */
  private static Yaml value(String text, Spot spot) {
    Problems ignored = new Problems();
    return YamlParser.parse(text, spot.file(), ScenarioReader.SOUGHT, ignored)
        .filter(yaml -> ignored.none())
        .map(yaml -> moved(yaml, spot))
        .orElse(new Yaml.Scalar(text, true, spot));
  }

  private static Yaml moved(Yaml yaml, Spot spot) {
    return switch (yaml) {
      case Yaml.Scalar scalar -> new Yaml.Scalar(scalar.text(), scalar.plain(), spot);
      case Yaml.Sequence sequence ->
          new Yaml.Sequence(
              sequence.items().stream().map(item -> moved(item, spot)).toList(), spot);
      case Yaml.Mapping mapping ->
          new Yaml.Mapping(
              mapping.entries().stream()
                  .map(entry -> new Yaml.Entry(entry.key(), spot, moved(entry.value(), spot)))
                  .toList(),
              spot);
    };
  }

  private Yaml lay(Yaml under, List<String> path, Yaml value, Spot spot, String above) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.getFirst();
    String at = above.isEmpty() ? key : above + "." + key;
    List<String> rest = path.subList(1, path.size());
    if (under instanceof Yaml.Sequence sequence
        && key.matches("[0-9]{1,9}")
        && Integer.parseInt(key) < sequence.items().size()) {
      List<Yaml> items = new ArrayList<>(sequence.items());
      int position = Integer.parseInt(key);
      items.set(position, lay(items.get(position), rest, value, spot, at));
      return new Yaml.Sequence(items, sequence.spot());
    }
    if (under instanceof Yaml.Sequence sequence && key.matches("[0-9]+")) {
      int entries = sequence.items().size();
      problems.add(
          spot,
          at,
          entries == 0
              ? above + " is a list of nothing"
              : "%s is a list of %d, 0 to %d".formatted(above, entries, entries - 1),
          "one of these, or the whole list");
      return under;
    }
    Yaml.Mapping mapping =
        under instanceof Yaml.Mapping block ? block : new Yaml.Mapping(List.of(), spot);
    Yaml.Entry old =
        mapping.get(key).orElse(new Yaml.Entry(key, spot, new Yaml.Mapping(List.of(), spot)));
    if (rest.isEmpty() && isSection(above, key)) {
      Yaml.Entry spelled = spelledOut(new Yaml.Entry(key, spot, value));
      if (spelled.value() instanceof Yaml.Mapping inner
          && value instanceof Yaml.Scalar
          && old.value() instanceof Yaml.Mapping) {
        Yaml.Entry single = inner.entries().getFirst();
        Yaml merged = lay(old.value(), List.of(single.key()), single.value(), spot, key);
        return put(mapping, key, new Yaml.Entry(key, old.spot(), merged));
      }
      return put(mapping, key, spelled);
    }
    return put(
        mapping,
        key,
        new Yaml.Entry(
            key, rest.isEmpty() ? spot : old.spot(), lay(old.value(), rest, value, spot, at)));
  }

  /** Whether a key is that of a section: of the scenario, or of a part of its workload. */
  static boolean isSection(String above, String key) {
    return above.isEmpty()
        || (above.matches("workload\\.[0-9]+") && PartReader.SECTIONS.contains(key));
  }

  private static Yaml.Mapping put(Yaml.Mapping mapping, String key, Yaml.Entry entry) {
    List<Yaml.Entry> entries = new ArrayList<>(mapping.entries());
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).key().equals(key)) {
        entries.set(i, entry);
        return new Yaml.Mapping(entries, mapping.spot());
      }
    }
    entries.add(entry);
    return new Yaml.Mapping(entries, mapping.spot());
  }
}
