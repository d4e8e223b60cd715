package dev.headroom.model.yaml;

import dev.headroom.model.knob.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Block of one of several shapes. The first key of each shape tells it from the others: by being
 * there, and where several shapes begin with the same key, by its word.
 *
 * @param noun what people call such a block: {@code a rule}
 */
public record OneOf(String noun, List<Shape> shapes) implements Form<Row> {
  public OneOf {
    shapes = List.copyOf(shapes);
  }

  @Override
  public Optional<Row> read(Yaml yaml, String path, Problems problems) {
    if (!(yaml instanceof Yaml.Mapping block)) {
      problems.add(
          yaml.spot(),
          path,
          "%s stands where %s belongs".formatted(Yaml.kind(yaml), noun),
          "a block of keys, one of them " + String.join(", ", tags()));
      return Optional.empty();
    }
    List<Yaml.Entry> tagged =
        block.entries().stream().filter(entry -> tags().contains(entry.key())).toList();
    if (tagged.size() != 1) {
      notOne(block, tagged, path, problems);
      return Optional.empty();
    }
    Yaml.Entry tag = tagged.getFirst();
    List<Shape> those =
        shapes.stream().filter(shape -> tag(shape).name().equals(tag.key())).toList();
    if (those.size() == 1) {
      return those.getFirst().read(yaml, path, problems);
    }
    Optional<Shape> meant = those.stream().filter(shape -> isWord(tag.value(), shape)).findFirst();
    if (meant.isEmpty()) {
      List<String> words = those.stream().flatMap(shape -> words(shape).stream()).toList();
      problems.add(
          tag.value().spot(),
          path + "." + tag.key(),
          Yaml.kind(tag.value()) + " is none that there is",
          Words.right(tag.value(), words));
      return Optional.empty();
    }
    return meant.get().read(yaml, path, problems);
  }

  private void notOne(Yaml.Mapping block, List<Yaml.Entry> tagged, String path, Problems problems) {
    if (tagged.size() > 1) {
      Yaml.Entry second = tagged.get(1);
      problems.add(
          second.spot(),
          path + "." + second.key(),
          "%s has %s too".formatted(noun, tagged.getFirst().key()),
          "it looks at one of them; make two of it");
      return;
    }
    for (Yaml.Entry entry : block.entries()) {
      Optional<String> near =
          isKey(entry.key()) ? Optional.empty() : Spelling.nearest(entry.key(), tags());
      if (near.isPresent()) {
        problems.add(
            entry.spot(),
            path + "." + entry.key(),
            "there is no such key",
            "did you mean '" + near.get() + "'?");
        read(renamed(block, entry, near.get()), path, problems); // for its other faults
        return;
      }
    }
    problems.add(
        block.spot(),
        path,
        noun + " names what it looks at, and this one does not",
        "one key of " + String.join(", ", tags()));
  }

  private boolean isKey(String name) {
    return shapes.stream()
        .flatMap(shape -> shape.keys().stream())
        .anyMatch(key -> key.name().equals(name));
  }

  private static Yaml.Mapping renamed(Yaml.Mapping block, Yaml.Entry entry, String name) {
    List<Yaml.Entry> entries = new ArrayList<>(block.entries());
    entries.set(entries.indexOf(entry), new Yaml.Entry(name, entry.spot(), entry.value()));
    return new Yaml.Mapping(entries, block.spot());
  }

  private static Key<?> tag(Shape shape) {
    return shape.keys().getFirst();
  }

  private List<String> tags() {
    return shapes.stream().map(shape -> tag(shape).name()).distinct().toList();
  }

  private static List<String> words(Shape shape) {
    return tag(shape).form() instanceof Words<?> words
        ? List.copyOf(words.values().keySet())
        : List.of();
  }

  private static boolean isWord(Yaml value, Shape shape) {
    return value instanceof Yaml.Scalar scalar && words(shape).contains(scalar.text());
  }

  @Override
  public ObjectNode schema() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode all = node.putArray("anyOf");
    shapes.forEach(shape -> all.add(shape.schema()));
    return node;
  }
}
