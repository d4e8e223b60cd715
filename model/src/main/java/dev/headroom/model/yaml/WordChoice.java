package dev.headroom.model.yaml;

import dev.headroom.model.knob.SpellingSuggestion;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Form of a value that is one of a few words.
 *
 * @param values what each word is read as, in order
 */
public record WordChoice<T>(Map<String, T> values) implements ValueForm<T> {
  /** Of an enum: its constants in small letters, with hyphens. */
  public static <E extends Enum<E>> WordChoice<E> of(Class<E> type) {
    return of(
        type.getEnumConstants(), value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** Of some values, by the word for each. */
  public static <T> WordChoice<T> of(T[] values, Function<T, String> word) {
    Map<String, T> words = new LinkedHashMap<>();
    Arrays.stream(values).forEach(value -> words.put(word.apply(value), value));
    return new WordChoice<>(words);
  }

  @Override
  public String noun() {
    return "one of " + String.join(", ", values.keySet());
  }

  @Override
  public Optional<T> read(YamlNode yaml, String path, YamlProblems problems) {
    T value = yaml instanceof YamlNode.Scalar scalar ? values.get(scalar.text()) : null;
    if (value == null) {
      problems.add(
          yaml.spot(),
          path,
          YamlNode.kind(yaml) + " is not an allowed value",
          right(yaml, List.copyOf(values.keySet())));
    }
    return Optional.ofNullable(value);
  }

  /** What was probably meant, and what there is. */
  static String right(YamlNode yaml, List<String> words) {
    String there = "the values are " + String.join(", ", words);
    return yaml instanceof YamlNode.Scalar scalar
        ? SpellingSuggestion.nearest(scalar.text(), words)
            .map(word -> "did you mean '" + word + "'? " + there)
            .orElse(there)
        : there;
  }

  @Override
  public ObjectNode schema() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode words = node.putArray("enum");
    values.keySet().forEach(words::add);
    return node;
  }
}
