package dev.headroom.formats.switches.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Rules of SONiC's YANG models for the tables that plans write: patterns, ranges, references,
 * mandatory fields. They are in {@code sonic-yang.tsv}, with the module of each.
 */
final class SonicYang {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final List<Rule> RULES = rules();

  private final JsonNode tables;
  private final List<String> problems = new ArrayList<>();

  private record Rule(String table, String field, String rule, String argument) {}

  private SonicYang(JsonNode tables) {
    this.tables = tables;
  }

  private static List<Rule> rules() {
    try (InputStream in = SonicYang.class.getResourceAsStream("sonic-yang.tsv")) {
      if (in == null) {
        throw new AssertionError("sonic-yang.tsv is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(cells -> new Rule(cells[0], cells[1], cells[2], cells[3]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What of a configuration breaks a rule, a line each. */
  static List<String> problems(String configuration) {
    SonicYang yang = new SonicYang(MAPPER.readTree(configuration));
    RULES.forEach(yang::check);
    return yang.problems;
  }

  private void check(Rule rule) {
    for (Map.Entry<String, JsonNode> row : table(rule.table()).properties()) {
      switch (rule.field()) {
        case "*key" -> judge(rule, row, row.getKey());
        case "*key1" -> judge(rule, row, row.getKey().split("\\|")[0]);
        case "*field" -> row.getValue().propertyNames().forEach(name -> judge(rule, row, name));
        case "*value" ->
            row.getValue()
                .properties()
                .forEach(each -> judge(rule, row, each.getValue().asString()));
        default -> {
          if (row.getValue().has(rule.field())) {
            judge(rule, row, row.getValue().get(rule.field()).asString());
          } else if (rule.rule().equals("mandatory")) {
            problems.add(rule.table() + "|" + row.getKey() + " has no " + rule.field());
          }
        }
      }
    }
  }

  private JsonNode table(String name) {
    return tables.has(name) ? tables.get(name) : JsonNodeFactory.instance.objectNode();
  }

  private void judge(Rule rule, Map.Entry<String, JsonNode> row, String value) {
    boolean isRight =
        switch (rule.rule()) {
          case "pattern" -> value.matches(rule.argument());
          case "range" -> isWithin(value, rule.argument());
          case "ref" -> isThere(value, rule.argument());
          case "atleast" -> isAtLeast(value, row.getValue(), rule.argument());
          case "excludes" -> !row.getValue().has(rule.argument());
          case "mandatory" -> true;
          default -> throw new AssertionError(rule.toString());
        };
    if (!isRight) {
      problems.add(
          "%s|%s %s %s is not %s %s"
              .formatted(
                  rule.table(), row.getKey(), rule.field(), value, rule.rule(), rule.argument()));
    }
  }

  private static boolean isWithin(String value, String range) {
    String[] ends = range.split("\\.\\.");
    BigInteger number = new BigInteger(value);
    return number.compareTo(new BigInteger(ends[0])) >= 0
        && number.compareTo(new BigInteger(ends[1])) <= 0;
  }

  /**
   * Old releases write a reference in brackets; ports of a switch that nobody read are not here.
   */
  private boolean isThere(String value, String argument) {
    Set<String> targets = Set.of(argument.split(" or "));
    String name = value.replaceAll("^\\[\\w+\\||]$", "");
    return targets.contains(name)
        || targets.stream()
            .anyMatch(target ->
                table(target).has(name) || (target.equals("PORT") && !tables.has("PORT")));
  }

  private boolean isAtLeast(String value, JsonNode row, String argument) {
    String[] words = argument.split(" ");
    JsonNode other = words.length == 1 ? row : table("PFC_WD").path(words[0]);
    String field = words[words.length - 1];
    return !other.has(field)
        || new BigInteger(value).compareTo(new BigInteger(other.get(field).asString())) >= 0;
  }

  /** Tables with a rule. */
  static Set<String> tables() {
    return RULES.stream().map(Rule::table).collect(Collectors.toSet());
  }
}
