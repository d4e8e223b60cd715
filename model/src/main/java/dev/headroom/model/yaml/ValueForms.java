package dev.headroom.model.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Common forms of values; {@link WordChoice}, {@link BlockShape} and {@link OneOfShapes} are
 * others.
 */
public final class ValueForms {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Characters; more is no line. */
  private static final int LONGEST_LINE = 4000;

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?([eE]-?[0-9]{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  private ValueForms() {}

  /** A line of text. */
  public static ValueForm<String> line() {
    return new OfText<>("a line of text", ValueForms::asLine, anyText());
  }

  /**
   * A line of text of some kind.
   *
   * @param noun what it is called
   * @param grammar what all of it fits
   * @param example such a text
   */
  public static ValueForm<String> line(String noun, String grammar, String example) {
    return new OfText<>(
        noun,
        written -> {
          String text = written.strip();
          if (!text.matches(grammar)) {
            throw new InvalidTextException(
                "'%s' is not %s".formatted(text, noun), "such as " + example);
          }
          return text;
        },
        JSON.objectNode().put("type", "string").put("pattern", "^(" + grammar + ")$"));
  }

  /** {@code true} or {@code false}. */
  public static ValueForm<Boolean> flag() {
    ObjectNode schema = JSON.objectNode().put("type", "boolean");
    return new OfText<>(
        "true or false",
        text -> {
          if (!"true".equals(text) && !"false".equals(text)) {
            throw new InvalidTextException(
                "'%s' is neither true nor false".formatted(text), "one of them");
          }
          return "true".equals(text);
        },
        schema);
  }

  /** A whole number from 0 on. */
  public static ValueForm<Long> whole() {
    ObjectNode schema = JSON.objectNode().put("type", "integer").put("minimum", 0);
    return new OfText<>(
        "a whole number",
        text -> {
          if (!WHOLE.matcher(text).matches()) {
            throw new InvalidTextException(
                "'%s' is not a whole number".formatted(text), "digits only, such as 1000");
          }
          return Long.valueOf(text);
        },
        schema);
  }

  /** A number, with or without a point. */
  public static ValueForm<Double> number() {
    return new OfText<>(
        "a number",
        text -> {
          if (!NUMBER.matcher(text).matches()) {
            throw new InvalidTextException("'%s' is not a number".formatted(text), "such as 0.5");
          }
          return Double.valueOf(text);
        },
        JSON.objectNode().put("type", "number"));
  }

  /** A regular expression of {@link Pattern}. */
  public static ValueForm<Pattern> regex() {
    ObjectNode schema = JSON.objectNode().put("type", "string").put("format", "regex");
    return new OfText<>("a regular expression", ValueForms::compiled, schema);
  }

  /** A regular expression, or a list of them of which any may be found. */
  public static ValueForm<Pattern> anyRegex() {
    return new Mapped<>(
        list(regex()),
        "a regular expression, or a list of them",
        all ->
            all.size() == 1
                ? all.getFirst()
                : Pattern.compile(
                    all.stream()
                        .map(each -> "(?:" + each.pattern() + ")")
                        .collect(Collectors.joining("|"))));
  }

  /** A list, or one item of it. */
  public static <T> ValueForm<List<T>> list(ValueForm<T> item) {
    return new Items<>(item);
  }

  /** Texts by name, in the order of the file. */
  public static ValueForm<Map<String, String>> pairs(String noun) {
    return new Pairs(noun);
  }

  private static String asLine(String written) {
    String text = written.strip();
    if (CONTROL.matcher(text).find()) {
      throw new InvalidTextException(
          "more than one line of text, or an unprintable character",
          "one line; '>-' before it joins lines");
    }
    if (text.length() > LONGEST_LINE) {
      throw new InvalidTextException(
          "it has %,d characters".formatted(text.length()), "at most %,d".formatted(LONGEST_LINE));
    }
    return text;
  }

  private static Pattern compiled(String text) {
    try {
      asLine(text);
      // Blanks that are quoted are meant; the end of a line that '|' or '>' leaves is not.
      return Pattern.compile(text.endsWith("\n") ? text.stripTrailing() : text);
    } catch (PatternSyntaxException e) {
      String what = e.getDescription();
      throw new InvalidTextException(
          "this is not a regular expression: %s%s"
              .formatted(
                  what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1),
                  e.getIndex() < 0 ? "" : ", at its character " + (e.getIndex() + 1)),
          "a java.util.regex.Pattern; write \\ before characters to match literally");
    } catch (StackOverflowError e) { // the library sets no limit to parentheses in parentheses
      throw new InvalidTextException(
          "this regular expression is nested too deeply", "a simpler one");
    }
  }

  private static ObjectNode anyText() {
    ObjectNode node = JSON.objectNode();
    node.putArray("type").add("string").add("number").add("boolean");
    return node;
  }

  /** A value that is written as one text. */
  private record OfText<T>(String noun, Function<String, T> parser, ObjectNode like)
      implements ValueForm<T> {
    @Override
    public Optional<T> read(YamlNode yaml, String path, YamlProblems problems) {
      if (!(yaml instanceof YamlNode.Scalar scalar)
          || scalar.isMissing()
          || scalar.text().isBlank()) {
        problems.add(
            yaml.spot(),
            path,
            "%s instead of %s"
                .formatted(
                    yaml instanceof YamlNode.Scalar(String text, _, _) && text.isBlank()
                        ? "nothing"
                        : YamlNode.kind(yaml),
                    noun),
            "");
        return Optional.empty();
      }
      try {
        return Optional.of(parser.apply(scalar.text()));
      } catch (InvalidTextException e) {
        problems.add(yaml.spot(), path, String.valueOf(e.getMessage()), e.right());
        return Optional.empty();
      }
    }

    @Override
    public ObjectNode schema() {
      return like.deepCopy();
    }
  }

  private record Items<T>(ValueForm<T> item) implements ValueForm<List<T>> {
    @Override
    public String noun() {
      return "a list of items; each is " + item.noun();
    }

    @Override
    public Optional<List<T>> read(YamlNode yaml, String path, YamlProblems problems) {
      boolean single = yaml instanceof YamlNode.Scalar && !isBlocks();
      if (single) {
        return item.read(yaml, path, problems).map(List::of);
      }
      if (!(yaml instanceof YamlNode.Sequence list) || list.items().isEmpty()) {
        problems.add(
            yaml.spot(),
            path,
            "%s instead of a list"
                .formatted(yaml instanceof YamlNode.Sequence ? "nothing" : YamlNode.kind(yaml)),
            "'- ' before each item; an item is " + item.noun());
        return Optional.empty();
      }
      List<T> all = new ArrayList<>();
      for (YamlNode each : list.items()) {
        item.read(each, path, problems).ifPresent(all::add);
      }
      return all.size() == list.items().size() ? Optional.of(all) : Optional.empty();
    }

    private boolean isBlocks() {
      return item instanceof BlockShape || item instanceof OneOfShapes;
    }

    @Override
    public ObjectNode schema() {
      ObjectNode list = JSON.objectNode();
      list.put("type", "array").put("minItems", 1).set("items", item.schema());
      if (isBlocks()) {
        return list;
      }
      ObjectNode either = JSON.objectNode();
      either.putArray("anyOf").add(item.schema()).add(list);
      return either;
    }
  }

  private record Pairs(String noun) implements ValueForm<Map<String, String>> {
    @Override
    public Optional<Map<String, String>> read(YamlNode yaml, String path, YamlProblems problems) {
      if (!(yaml instanceof YamlNode.Mapping block) || block.entries().isEmpty()) {
        problems.add(
            yaml.spot(),
            path,
            "%s instead of %s".formatted(YamlNode.kind(yaml), noun),
            "NAME: value in each line");
        return Optional.empty();
      }
      Map<String, String> pairs = new LinkedHashMap<>();
      for (YamlNode.Entry entry : block.entries()) {
        line()
            .read(entry.value(), path + "." + entry.key(), problems)
            .ifPresent(text -> pairs.put(entry.key(), text));
      }
      return pairs.size() == block.entries().size() ? Optional.of(pairs) : Optional.empty();
    }

    @Override
    public ObjectNode schema() {
      ObjectNode block = JSON.objectNode();
      block.put("type", "object").put("minProperties", 1).set("additionalProperties", anyText());
      return block;
    }
  }

  private record Mapped<S, T>(ValueForm<S> from, String noun, Function<S, T> map)
      implements ValueForm<T> {
    @Override
    public Optional<T> read(YamlNode yaml, String path, YamlProblems problems) {
      return from.read(yaml, path, problems).map(map);
    }

    @Override
    public ObjectNode schema() {
      return from.schema();
    }
  }
}
