package dev.headroom.model.scenario;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.UnitException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reader of key blocks into settings, given the knobs that may stand there, with the position of
 * each key.
 */
final class KnobSection {
  private final YamlProblems problems;
  private final Map<String, String> foreign;
  private final Map<String, Knob<?>> knobs;

  /** Dotted paths of the blocks that they stand in. */
  private final Set<String> blocks;

  private final Map<String, FilePosition> spots = new HashMap<>();

  /** What was written of each knob, in one line. */
  private final Map<String, String> written = new HashMap<>();

  private Settings settings = Settings.DEFAULTS;

  /** Knobs by their names, which many sections may share. */
  record Known(Map<String, Knob<?>> knobs, Set<String> blocks) {
    static Known of(List<Knob<?>> all) {
      Map<String, Knob<?>> knobs = new LinkedHashMap<>();
      Set<String> blocks = new HashSet<>();
      for (Knob<?> knob : all) {
        String name = knob.name();
        knobs.put(name, knob);
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
          blocks.add(name.substring(0, dot));
        }
      }
      return new Known(knobs, blocks);
    }
  }

  KnobSection(YamlProblems problems, List<Knob<?>> knobs) {
    this(problems, knobs, Map.of());
  }

  /**
   * @param foreign for keys that belong elsewhere, by path: where
   */
  KnobSection(YamlProblems problems, List<Knob<?>> knobs, Map<String, String> foreign) {
    this(problems, Known.of(knobs), foreign);
  }

  KnobSection(YamlProblems problems, Known known, Map<String, String> foreign) {
    this.problems = problems;
    this.foreign = foreign;
    this.knobs = known.knobs();
    this.blocks = known.blocks();
  }

  Settings settings() {
    return settings;
  }

  /** What was written of each knob that is set, in one line, by its name. */
  Map<String, String> written() {
    return written;
  }

  /**
   * Reads a block.
   *
   * @param prefix its dotted path
   * @param others keys of the block that somebody else reads; of an inner block as {@code
   *     inner.key}
   */
  void read(YamlNode.Mapping block, String prefix, Set<String> others) {
    spots.putIfAbsent(prefix, block.spot());
    for (YamlNode.Entry entry : block.entries()) {
      if (others.contains(entry.key())) {
        continue;
      }
      String path = prefix.isEmpty() ? entry.key() : prefix + "." + entry.key();
      Knob<?> knob = knobs.get(path);
      if (knob != null) {
        spots.put(path, entry.spot());
        set(knob, entry);
      } else if (isPrefix(path)) {
        inner(entry, path, others);
      } else {
        unknown(entry, path, prefix, others);
      }
    }
  }

  private void inner(YamlNode.Entry entry, String path, Set<String> others) {
    if (entry.value() instanceof YamlNode.Mapping inner) {
      spots.put(path, entry.spot());
      String start = entry.key() + ".";
      read(
          inner,
          path,
          others.stream()
              .filter(other -> other.startsWith(start))
              .map(other -> other.substring(start.length()))
              .collect(Collectors.toSet()));
    } else {
      problems.add(
          entry.value().spot(),
          path,
          "%s instead of a block of keys".formatted(YamlNode.kind(entry.value())),
          "its keys are " + String.join(", ", keysUnder(path)));
    }
  }

  private void unknown(YamlNode.Entry entry, String path, String prefix, Set<String> others) {
    if (foreign.containsKey(path)) {
      problems.add(entry.spot(), path, "it is not allowed here", foreign.get(path));
    } else {
      problems.addUnknown(
          entry.spot(), path, () -> "there is no such key", () -> meant(entry, prefix, others));
    }
  }

  private String meant(YamlNode.Entry entry, String prefix, Set<String> others) {
    boolean fullName = prefix.isEmpty() && entry.key().contains(".");
    Set<String> known = new TreeSet<>(fullName ? knobs.keySet() : keysUnder(prefix));
    others.stream().filter(other -> !other.contains(".")).forEach(known::add);
    String elsewhere =
        knobs.keySet().stream()
            .filter(name -> name.endsWith("." + entry.key()))
            .findFirst()
            .map(name -> "there is " + name)
            .orElse("");
    return SpellingSuggestion.nearest(entry.key(), known)
        .map(name -> "did you mean '" + name + "'?")
        .orElse(elsewhere.isEmpty() ? "known here: " + String.join(", ", known) : elsewhere);
  }

  private boolean isPrefix(String path) {
    return blocks.contains(path);
  }

  private Set<String> keysUnder(String prefix) {
    int start = prefix.isEmpty() ? 0 : prefix.length() + 1;
    return knobs.keySet().stream()
        .filter(name -> prefix.isEmpty() || name.startsWith(prefix + "."))
        .map(name -> name.substring(start).split("\\.", -1)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private <T> void set(Knob<T> knob, YamlNode.Entry entry) {
    value(knob, entry.value(), knob.name())
        .ifPresent(value -> {
          settings = settings.with(knob, value);
          text(knob, entry.value(), knob.name()).ifPresent(text -> written.put(knob.name(), text));
        });
  }

  /** Reads a value of a knob's type and checks its range; a problem is reported and gives empty. */
  <T> Optional<T> value(Knob<T> knob, YamlNode yaml, String path) {
    Optional<String> text = text(knob, yaml, path);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      T value = knob.type().parser().apply(text.get());
      Optional<String> outside = knob.outside(value);
      outside.ifPresent(
          what -> problems.add(yaml.spot(), path, what, "default " + defaultOf(knob)));
      return outside.isPresent() ? Optional.empty() : Optional.of(value);
    } catch (UnitException e) {
      String hint =
          SpellingSuggestion.nearest(text.get(), knob.type().words())
              .map(word -> "did you mean '" + word + "'?")
              .orElse("");
      problems.add(yaml.spot(), path, e.getMessage(), hint);
      return Optional.empty();
    }
  }

  private static <T> String defaultOf(Knob<T> knob) {
    return knob.fallback().map(knob.type().printer()).orElse(knob.derivation());
  }

  /** The one-line form of a value: lists joined by commas, blocks as {@code key=value}. */
  private Optional<String> text(Knob<?> knob, YamlNode yaml, String path) {
    boolean fits = yaml instanceof YamlNode.Scalar || !knob.type().single();
    Optional<String> text = fits ? line(yaml) : Optional.empty();
    if (yaml instanceof YamlNode.Mapping mapping && "class schedule".equals(knob.type().name())) {
      text =
          Optional.of(
              mapping.entries().stream()
                  .map(entry -> entry.key() + ":" + line(entry.value()).orElse(""))
                  .collect(Collectors.joining(" ")));
    }
    if (text.isEmpty()) {
      problems.add(
          yaml.spot(),
          path,
          "%s instead of a %s".formatted(YamlNode.kind(yaml), knob.type().name()),
          "write it like " + knob.type().example());
    }
    return text;
  }

  private static Optional<String> line(YamlNode yaml) {
    return switch (yaml) {
      case YamlNode.Scalar scalar ->
          scalar.isMissing() ? Optional.empty() : Optional.of(scalar.text());
      case YamlNode.Sequence sequence -> {
        boolean flat = sequence.items().stream().allMatch(YamlNode.Scalar.class::isInstance);
        yield flat && !sequence.items().isEmpty()
            ? Optional.of(
                sequence.items().stream()
                    .map(item -> ((YamlNode.Scalar) item).text())
                    .collect(Collectors.joining(",")))
            : sequence.items().isEmpty() ? Optional.of("none") : Optional.empty();
      }
      case YamlNode.Mapping mapping -> {
        boolean flat =
            !mapping.entries().isEmpty()
                && mapping.entries().stream().allMatch(e -> e.value() instanceof YamlNode.Scalar);
        yield flat
            ? Optional.of(
                mapping.entries().stream()
                    .map(entry -> entry.key() + "=" + ((YamlNode.Scalar) entry.value()).text())
                    .collect(Collectors.joining(",")))
            : Optional.empty();
      }
    };
  }

  /** Passes complaints on, each at the place of the key it blames. */
  boolean report(List<KnobConflict> complaints) {
    for (KnobConflict complaint : complaints) {
      problems.addMisfit(
          spot(complaint.key()), complaint.key(), complaint.what(), complaint.right());
    }
    return complaints.isEmpty();
  }

  /** Where a key stands, or the nearest block that would hold it. */
  FilePosition spot(String path) {
    String at = path;
    while (!spots.containsKey(at) && at.contains(".")) {
      at = at.substring(0, at.lastIndexOf('.'));
    }
    FilePosition spot = spots.get(at);
    return spot != null
        ? spot
        : spots.values().stream().findFirst().orElse(new FilePosition("", 1, 1));
  }
}
