package dev.headroom.model.yaml;

import dev.headroom.model.knob.SpellingSuggestion;
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
public record OneOfShapes(String noun, List<BlockShape> shapes) implements ValueForm<BlockValues> {
  public OneOfShapes {
    shapes = List.copyOf(shapes);
  }

  @Override
  public Optional<BlockValues> read(YamlNode yaml, String path, YamlProblems problems) {
    if (!(yaml instanceof YamlNode.Mapping block)) {
      problems.add(
          yaml.spot(),
          path,
          "%s instead of %s".formatted(YamlNode.kind(yaml), noun),
          "a block of keys, one of them " + String.join(", ", tags()));
      return Optional.empty();
    }
    List<YamlNode.Entry> tagged =
        block.entries().stream().filter(entry -> tags().contains(entry.key())).toList();
    if (tagged.size() != 1) {
      notOne(block, tagged, path, problems);
      return Optional.empty();
    }
    YamlNode.Entry tag = tagged.getFirst();
    List<BlockShape> those =
        shapes.stream().filter(shape -> tag(shape).name().equals(tag.key())).toList();
    if (those.size() == 1) {
      return those.getFirst().read(yaml, path, problems);
    }
    Optional<BlockShape> meant =
        those.stream().filter(shape -> isWord(tag.value(), shape)).findFirst();
    if (meant.isEmpty()) {
      List<String> words = those.stream().flatMap(shape -> words(shape).stream()).toList();
      problems.add(
          tag.value().spot(),
          path + "." + tag.key(),
          YamlNode.kind(tag.value()) + " is not an allowed value",
          WordChoice.right(tag.value(), words));
      return Optional.empty();
    }
    return meant.get().read(yaml, path, problems);
  }

  private void notOne(
      YamlNode.Mapping block, List<YamlNode.Entry> tagged, String path, YamlProblems problems) {
    if (tagged.size() > 1) {
      YamlNode.Entry second = tagged.get(1);
      problems.add(
          second.spot(),
          path + "." + second.key(),
          "%s also has %s".formatted(noun, tagged.getFirst().key()),
          "use one of them; write two entries");
      return;
    }
    for (YamlNode.Entry entry : block.entries()) {
      Optional<String> near =
          isKey(entry.key()) ? Optional.empty() : SpellingSuggestion.nearest(entry.key(), tags());
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
        noun + " needs one of these keys",
        "one key of " + String.join(", ", tags()));
  }

  private boolean isKey(String name) {
    return shapes.stream()
        .flatMap(shape -> shape.keys().stream())
        .anyMatch(key -> key.name().equals(name));
  }

  private static YamlNode.Mapping renamed(
      YamlNode.Mapping block, YamlNode.Entry entry, String name) {
    List<YamlNode.Entry> entries = new ArrayList<>(block.entries());
    entries.set(entries.indexOf(entry), new YamlNode.Entry(name, entry.spot(), entry.value()));
    return new YamlNode.Mapping(entries, block.spot());
  }

  private static BlockKey<?> tag(BlockShape shape) {
    return shape.keys().getFirst();
  }

  private List<String> tags() {
    return shapes.stream().map(shape -> tag(shape).name()).distinct().toList();
  }

  private static List<String> words(BlockShape shape) {
    return tag(shape).form() instanceof WordChoice<?> words
        ? List.copyOf(words.values().keySet())
        : List.of();
  }

  private static boolean isWord(YamlNode value, BlockShape shape) {
    return value instanceof YamlNode.Scalar scalar && words(shape).contains(scalar.text());
  }

  @Override
  public ObjectNode schema() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode all = node.putArray("anyOf");
    shapes.forEach(shape -> all.add(shape.schema()));
    return node;
  }
}
