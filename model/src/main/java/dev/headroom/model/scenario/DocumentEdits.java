package dev.headroom.model.scenario;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Application of {@code --set key=value} and {@code --set knob@nodes=value} to a document, and
 * expansion of its short forms: {@code congestion: none} is {@code congestion: {algorithm: none}}.
 */
final class DocumentEdits {
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

  private static final String OVERRIDES = "overrides";
  private static final String SELECT = "select";

  /** Between a knob and the nodes that it is set for. */
  static final char AT = '@';

  private final YamlProblems problems;

  /** Parts of a key, far more than any has. */
  private static final int DEEPEST = 50;

  DocumentEdits(YamlProblems problems) {
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

  YamlNode.Mapping apply(YamlNode.Mapping root, List<String> sets) {
    YamlNode.Mapping result =
        new YamlNode.Mapping(
            root.entries().stream()
                .map(DocumentEdits::spelledOut)
                .map(entry -> isWorkload(entry) ? withPartsSpelledOut(entry) : entry)
                .toList(),
            root.spot());
    for (String set : sets) {
      int equals = set.indexOf('=');
      FilePosition spot = FilePosition.option("--set " + set);
      if (equals <= 0) {
        problems.add(spot, "", "this is not KEY=VALUE", "such as congestion.kmin=100KB");
        continue;
      }
      String key = set.substring(0, equals).strip();
      YamlNode value = value(set.substring(equals + 1), spot);
      int at = key.indexOf(AT);
      if (at >= 0) {
        result = override(result, key.substring(0, at), key.substring(at + 1), value, spot);
        continue;
      }
      List<String> path = List.of(key.split("\\.", -1));
      if (path.size() > DEEPEST) {
        problems.add(
            spot, "", "a key cannot have %,d parts".formatted(path.size()), "at most " + DEEPEST);
        continue;
      }
      result = (YamlNode.Mapping) lay(result, path, value, spot, "");
    }
    return result;
  }

  /**
   * {@code congestion.kmin@leaf-*=50KB}: the knob in the last entry of {@code overrides}, if that
   * is for the same nodes, else in an entry behind it.
   */
  private YamlNode.Mapping override(
      YamlNode.Mapping root, String knob, String select, YamlNode value, FilePosition spot) {
    if (knob.isEmpty() || select.isEmpty()) {
      problems.add(
          spot, "", "this is not KNOB@NODES=VALUE", "such as congestion.kmin@leaf-*=100KB");
      return root;
    }
    YamlNode before = root.value(OVERRIDES).orElseGet(() -> new YamlNode.Sequence(List.of(), spot));
    if (!(before instanceof YamlNode.Sequence list)) {
      return root; // the reader of overrides says that it is no list
    }
    List<YamlNode> items = new ArrayList<>(list.items());
    YamlNode.Mapping entry =
        new YamlNode.Mapping(
            List.of(new YamlNode.Entry(SELECT, spot, new YamlNode.Scalar(select, false, spot))),
            spot);
    if (!items.isEmpty()
        && items.getLast() instanceof YamlNode.Mapping last
        && last.value(SELECT).filter(node -> isText(node, select)).isPresent()) {
      entry = last;
      items.removeLast();
    }
    items.add(put(entry, knob, new YamlNode.Entry(knob, spot, value)));
    YamlNode.Sequence all = new YamlNode.Sequence(items, list.spot());
    return put(root, OVERRIDES, new YamlNode.Entry(OVERRIDES, list.spot(), all));
  }

  private static boolean isText(YamlNode node, String text) {
    return node instanceof YamlNode.Scalar scalar && scalar.text().equals(text);
  }

  private static boolean isWorkload(YamlNode.Entry entry) {
    return "workload".equals(entry.key());
  }

  /** A workload that is a list, with the sections that its entries set for themselves. */
  private static YamlNode.Entry withPartsSpelledOut(YamlNode.Entry workload) {
    if (!(workload.value() instanceof YamlNode.Sequence list)) {
      return workload;
    }
    List<YamlNode> parts = new ArrayList<>();
    for (YamlNode item : list.items()) {
      YamlNode part = item;
      if (item instanceof YamlNode.Mapping block) {
        part =
            new YamlNode.Mapping(
                block.entries().stream()
                    .map(entry ->
                        PartReader.SECTIONS.contains(entry.key()) ? spelledOut(entry) : entry)
                    .toList(),
                block.spot());
      }
      parts.add(part);
    }
    return new YamlNode.Entry(
        workload.key(), workload.spot(), new YamlNode.Sequence(parts, list.spot()));
  }

  static YamlNode.Entry spelledOut(YamlNode.Entry entry) {
    if (entry.value() instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
      String key = shortKey(entry.key(), scalar.text());
      if (!key.isEmpty()) {
        YamlNode.Entry inner = new YamlNode.Entry(key, scalar.spot(), scalar);
        return new YamlNode.Entry(
            entry.key(), entry.spot(), new YamlNode.Mapping(List.of(inner), scalar.spot()));
      }
    }
    return entry;
  }

  /** A value as YAML reads it, so that lists and blocks can be given; else its bare text. */
  private static YamlNode value(String text, FilePosition spot) {
    YamlProblems ignored = new YamlProblems();
    return YamlParser.parse(text, spot.file(), ScenarioReader.SOUGHT, ignored)
        .filter(yaml -> ignored.none())
        .map(yaml -> moved(yaml, spot))
        .orElse(new YamlNode.Scalar(text, true, spot));
  }

  private static YamlNode moved(YamlNode yaml, FilePosition spot) {
    return switch (yaml) {
      case YamlNode.Scalar scalar -> new YamlNode.Scalar(scalar.text(), scalar.plain(), spot);
      case YamlNode.Sequence sequence ->
          new YamlNode.Sequence(
              sequence.items().stream().map(item -> moved(item, spot)).toList(), spot);
      case YamlNode.Mapping mapping ->
          new YamlNode.Mapping(
              mapping.entries().stream()
                  .map(entry -> new YamlNode.Entry(entry.key(), spot, moved(entry.value(), spot)))
                  .toList(),
              spot);
    };
  }

  private YamlNode lay(
      YamlNode under, List<String> path, YamlNode value, FilePosition spot, String above) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.getFirst();
    String at = above.isEmpty() ? key : above + "." + key;
    List<String> rest = path.subList(1, path.size());
    if (under instanceof YamlNode.Sequence sequence
        && key.matches("[0-9]{1,9}")
        && Integer.parseInt(key) < sequence.items().size()) {
      List<YamlNode> items = new ArrayList<>(sequence.items());
      int position = Integer.parseInt(key);
      items.set(position, lay(items.get(position), rest, value, spot, at));
      return new YamlNode.Sequence(items, sequence.spot());
    }
    if (under instanceof YamlNode.Sequence sequence && key.matches("[0-9]+")) {
      int entries = sequence.items().size();
      problems.add(
          spot,
          at,
          entries == 0
              ? above + " is an empty list"
              : "%s is a list of length %d, with indices 0 to %d"
                  .formatted(above, entries, entries - 1),
          "one of these, or the whole list");
      return under;
    }
    YamlNode.Mapping mapping =
        under instanceof YamlNode.Mapping block ? block : new YamlNode.Mapping(List.of(), spot);
    YamlNode.Entry old =
        mapping
            .get(key)
            .orElse(new YamlNode.Entry(key, spot, new YamlNode.Mapping(List.of(), spot)));
    if (rest.isEmpty() && isSection(above, key)) {
      YamlNode.Entry spelled = spelledOut(new YamlNode.Entry(key, spot, value));
      if (spelled.value() instanceof YamlNode.Mapping inner
          && value instanceof YamlNode.Scalar
          && old.value() instanceof YamlNode.Mapping) {
        YamlNode.Entry single = inner.entries().getFirst();
        YamlNode merged = lay(old.value(), List.of(single.key()), single.value(), spot, key);
        return put(mapping, key, new YamlNode.Entry(key, old.spot(), merged));
      }
      return put(mapping, key, spelled);
    }
    return put(
        mapping,
        key,
        new YamlNode.Entry(
            key, rest.isEmpty() ? spot : old.spot(), lay(old.value(), rest, value, spot, at)));
  }

  /** Whether a key is that of a section: of the scenario, or of a part of its workload. */
  static boolean isSection(String above, String key) {
    return above.isEmpty()
        || (above.matches("workload\\.[0-9]+") && PartReader.SECTIONS.contains(key));
  }

  private static YamlNode.Mapping put(YamlNode.Mapping mapping, String key, YamlNode.Entry entry) {
    List<YamlNode.Entry> entries = new ArrayList<>(mapping.entries());
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).key().equals(key)) {
        entries.set(i, entry);
        return new YamlNode.Mapping(entries, mapping.spot());
      }
    }
    entries.add(entry);
    return new YamlNode.Mapping(entries, mapping.spot());
  }
}
