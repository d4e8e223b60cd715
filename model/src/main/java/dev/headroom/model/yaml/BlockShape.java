package dev.headroom.model.yaml;

import dev.headroom.model.knob.SpellingSuggestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Declaration of a block of keys, from which its reader and its editor schema are made.
 *
 * @param noun what people call such a block: {@code a rule about a log}
 * @param keys in the order in which they are best written
 */
public record BlockShape(String noun, List<BlockKey<?>> keys) implements ValueForm<BlockValues> {
  public BlockShape {
    keys = List.copyOf(keys);
  }

  @Override
  public Optional<BlockValues> read(YamlNode yaml, String path, YamlProblems problems) {
    if (!(yaml instanceof YamlNode.Mapping block)) {
      problems.add(
          yaml.spot(),
          path,
          "%s instead of %s".formatted(YamlNode.kind(yaml), noun),
          "its keys are " + String.join(", ", names()));
      return Optional.empty();
    }
    int before = problems.count();
    Map<String, Object> values = new HashMap<>();
    Map<String, FilePosition> spots = new HashMap<>();
    List<String> misspelt = new ArrayList<>();
    for (YamlNode.Entry entry : block.entries()) {
      String inner = path.isEmpty() ? entry.key() : path + "." + entry.key();
      Optional<BlockKey<?>> key = named(entry.key());
      if (key.isEmpty()) {
        SpellingSuggestion.nearest(entry.key(), names()).ifPresent(misspelt::add);
        problems.addUnknown(
            entry.spot(), inner, () -> "there is no such key", () -> right(entry.key()));
        continue;
      }
      spots.put(entry.key(), entry.value().spot());
      misspelt.add(entry.key()); // said, whatever it is
      key.get()
          .form()
          .read(entry.value(), inner, problems)
          .ifPresent(value -> values.put(entry.key(), value));
    }
    for (BlockKey<?> key : keys) {
      if (key.needed() && !misspelt.contains(key.name())) {
        problems.add(
            block.spot(),
            path.isEmpty() ? key.name() : path + "." + key.name(),
            "it is missing",
            key.form().noun() + ": " + key.meaning());
      }
    }
    return problems.count() == before
        ? Optional.of(new BlockValues(this, block.spot(), values, spots))
        : Optional.empty();
  }

  private Optional<BlockKey<?>> named(String name) {
    return keys.stream().filter(key -> key.name().equals(name)).findFirst();
  }

  private List<String> names() {
    return keys.stream().map(BlockKey::name).toList();
  }

  private String right(String wrong) {
    return SpellingSuggestion.nearest(wrong, names())
        .map(name -> "did you mean '" + name + "'?")
        .orElse("known here: " + String.join(", ", names()));
  }

  @Override
  public ObjectNode schema() {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    block.put("type", "object").put("description", noun).put("additionalProperties", false);
    ArrayNode required = block.putArray("required");
    ObjectNode properties = block.putObject("properties");
    for (BlockKey<?> key : keys) {
      properties.set(key.name(), key.form().schema().put("description", key.meaning()));
      if (key.needed()) {
        required.add(key.name());
      }
    }
    return block;
  }
}
