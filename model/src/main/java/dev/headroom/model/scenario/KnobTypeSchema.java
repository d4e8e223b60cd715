package dev.headroom.model.scenario;

import dev.headroom.model.inference.PromptLengths;
import dev.headroom.model.inference.RequestTrace;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.workload.SizeDistribution;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schema of one knob's values. */
final class KnobTypeSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String AMOUNT = "[+]?[0-9]+(_[0-9]+)*(\\.[0-9]+)?";
  private static final String DECIMAL = "[+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?";
  private static final String TOKENS = "^\\s*[0-9]+(_[0-9]+)*\\s*$";
  private static final String CLASS = "\\s*[0-7]\\s*";

  private static final Map<ValueType<?>, List<String>> UNITS =
      Map.of(
          ValueType.SIZE, Size.units(),
          ValueType.RATE, Rate.units(),
          ValueType.TIME, Time.units(),
          ValueType.LENGTH, Length.units());

  private KnobTypeSchema() {}

  static ObjectNode of(Knob<?> knob) {
    ObjectNode node = type(knob);
    node.put("description", description(knob));
    knob.fallback().ifPresent(ignored -> node.put("default", fallback(knob)));
    return node;
  }

  private static <T> String fallback(Knob<T> knob) {
    return knob.fallback().map(knob.type().printer()).orElse("");
  }

  static String description(Knob<?> knob) {
    StringBuilder text = new StringBuilder(knob.meaning());
    if (!knob.derivation().isEmpty()) {
      text.append(". Default: ").append(knob.derivation());
    }
    if (!knob.range().isEmpty()) {
      text.append(". Range: ").append(String.join(" to ", knob.range()));
    }
    if (!knob.realName().isEmpty()) {
      text.append(". On real systems: ").append(knob.realName());
    }
    return text.toString();
  }

  private static ObjectNode type(Knob<?> knob) {
    ValueType<?> type = knob.type();
    if (UNITS.containsKey(type)) {
      return pattern(quantity(type));
    }
    if (type.equals(ValueType.WHOLE)) {
      return whole(knob);
    }
    if (type.equals(ValueType.NUMBER)) {
      return number(knob);
    }
    if (type.equals(ValueType.SWITCH)) {
      ObjectNode node = JSON.objectNode();
      ArrayNode values = node.putArray("enum");
      values.add(true).add(false);
      List.of("on", "off", "yes", "no", "true", "false").forEach(values::add);
      return node;
    }
    if (type.equals(ValueType.TEXT) || "flows".equals(type.name())) {
      return listOfText();
    }
    if (type.equals(ValueType.SIZES)) {
      return sizes();
    }
    if (type.equals(ValueType.SIZE_PER_RATE)) {
      return perKey(pattern(quantity(ValueType.SIZE)), quantity(ValueType.RATE));
    }
    if (type.equals(ValueType.NUMBER_PER_RATE)) {
      return perKey(number(knob), quantity(ValueType.RATE));
    }
    if (type.equals(SizeDistribution.TYPE)) {
      ObjectNode names = JSON.objectNode();
      ArrayNode words = names.putArray("enum");
      type.words().forEach(words::add);
      return anyOf(
          names,
          pattern("^file:.+"),
          pattern(quantity(ValueType.SIZE)),
          perKey(number(0, 1), quantity(ValueType.SIZE)));
    }
    if (type.equals(PromptLengths.TYPE)) {
      ObjectNode names = JSON.objectNode();
      ArrayNode words = names.putArray("enum");
      type.words().forEach(words::add);
      ObjectNode tokens = JSON.objectNode();
      tokens.put("type", "integer").put("minimum", 1).put("maximum", PromptLengths.MOST_TOKENS);
      return anyOf(names, tokens, pattern(TOKENS), perKey(number(0, 1), TOKENS));
    }
    if (type.equals(RequestTrace.TYPE)) {
      ObjectNode tokens = JSON.objectNode();
      tokens.put("type", "integer").put("minimum", 1).put("maximum", PromptLengths.MOST_TOKENS);
      ObjectNode block = JSON.objectNode();
      block.put("type", "object").put("minProperties", 1);
      block.set("propertyNames", pattern(quantity(ValueType.TIME)));
      block.set("additionalProperties", anyOf(tokens, pattern(TOKENS)));
      return anyOf(pattern("^file:.+"), block, pattern("^[^=]+=[^=]+(,[^=]+=[^=]+)*$"));
    }
    if ("classes".equals(type.name())) {
      return classes();
    }
    if (type.equals(InfinibandKnobs.SL2VL.type())) {
      return pattern("^[0-7](,[0-7]){7}$");
    }
    if ("class map".equals(type.name())) {
      String entry = "\\s*(\\*|[0-9]{1,2}(-[0-9]{1,2})?)=[0-7]";
      return pattern("^\\s*default\\s*$|^" + entry + "(," + entry + ")*\\s*$");
    }
    if ("class schedule".equals(type.name())) {
      return schedule();
    }
    if ("path class".equals(type.name())) {
      ObjectNode old = JSON.objectNode();
      old.put("type", "integer").put("minimum", 0);
      return anyOf(pattern("^(" + String.join("|", type.words()) + "|[0-9]+)$"), old);
    }
    ObjectNode node = JSON.objectNode();
    ArrayNode words = node.putArray("enum");
    type.words().forEach(words::add);
    return node;
  }

  private static String quantity(ValueType<?> type) {
    String units =
        UNITS.getOrDefault(type, List.of()).stream()
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return "^\\s*" + AMOUNT + "\\s*(" + units.replace("\\Q", "").replace("\\E", "") + ")\\s*$";
  }

  private static ObjectNode whole(Knob<?> knob) {
    ObjectNode integer = JSON.objectNode();
    integer.put("type", "integer");
    if (!knob.range().isEmpty()) {
      integer.put("minimum", Long.parseLong(knob.range().getFirst()));
      integer.put("maximum", Long.parseLong(knob.range().getLast()));
    }
    return anyOf(integer, pattern("^[0-9_]+$"));
  }

  private static ObjectNode number(Knob<?> knob) {
    return knob.range().isEmpty()
        ? number(-Double.MAX_VALUE, Double.MAX_VALUE)
        : number(
            Double.parseDouble(knob.range().getFirst()),
            Double.parseDouble(knob.range().getLast()));
  }

  private static ObjectNode number(double least, double greatest) {
    ObjectNode number = JSON.objectNode();
    number.put("type", "number").put("minimum", least).put("maximum", greatest);
    return anyOf(number, pattern("^\\s*" + DECIMAL + "%?\\s*$"));
  }

  private static ObjectNode perKey(ObjectNode value, String key) {
    ObjectNode block = JSON.objectNode();
    block.put("type", "object").put("minProperties", 1);
    block.set("propertyNames", pattern(key));
    block.set("additionalProperties", value);
    return anyOf(value.deepCopy(), block, pattern("^[^=]+=[^=]+(,[^=]+=[^=]+)*$"));
  }

  private static ObjectNode sizes() {
    ObjectNode one = pattern(quantity(ValueType.SIZE));
    ObjectNode list = JSON.objectNode();
    list.put("type", "array").set("items", one.deepCopy());
    return anyOf(one, list, pattern("^\\s*none\\s*$"), pattern(","));
  }

  private static ObjectNode classes() {
    ObjectNode one = JSON.objectNode();
    one.put("type", "integer").put("minimum", 0).put("maximum", 7);
    ObjectNode list = JSON.objectNode();
    list.put("type", "array").set("items", anyOf(one.deepCopy(), pattern("^" + CLASS + "$")));
    return anyOf(one, list, pattern("^(\\s*none\\s*|" + CLASS + "(," + CLASS + ")*)$"));
  }

  private static ObjectNode schedule() {
    ObjectNode block = JSON.objectNode();
    block.put("type", "object").put("additionalProperties", false).put("minProperties", 1);
    ObjectNode properties = block.putObject("properties");
    properties.set("strict", classes());
    ObjectNode weights = JSON.objectNode();
    weights.put("type", "object").put("minProperties", 1);
    weights.set("propertyNames", pattern("^[0-7]$"));
    ObjectNode weight = JSON.objectNode();
    weight.put("type", "integer").put("minimum", 1).put("maximum", 999_999);
    weights.set("additionalProperties", weight);
    properties.set("dwrr", anyOf(weights, pattern("^[0-7]=")));
    return anyOf(block, pattern("^\\s*(strict|dwrr):"));
  }

  /** A text, which may look like something else in YAML, or a list of them. */
  static ObjectNode listOfText() {
    ObjectNode scalar = JSON.objectNode();
    scalar.putArray("type").add("string").add("number").add("boolean");
    ObjectNode list = JSON.objectNode();
    list.put("type", "array").set("items", scalar.deepCopy());
    return anyOf(scalar, list);
  }

  private static ObjectNode pattern(String pattern) {
    ObjectNode node = JSON.objectNode();
    return node.put("type", "string").put("pattern", pattern);
  }

  private static ObjectNode anyOf(ObjectNode... forms) {
    ObjectNode node = JSON.objectNode();
    ArrayNode all = node.putArray("anyOf");
    for (ObjectNode form : forms) {
      all.add(form);
    }
    return node;
  }
}
