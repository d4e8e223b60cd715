package dev.headroom.audit.rulefile;

import dev.headroom.audit.Rule;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.OneOfShapes;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;

/** Reader of a YAML file of rules: the list {@code rules}, each entry of one of a few kinds. */
public final class RuleFile {
  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("rule file", "rules: with a list of rules");

  private final List<RuleKind> kinds;
  private final BlockKey<List<BlockValues>> rules;
  private final BlockShape shape;

  /**
   * One that may have rules of these kinds.
   *
   * @param kinds in the order in which they are documented
   */
  public RuleFile(List<RuleKind> kinds) {
    this.kinds = List.copyOf(kinds);
    rules =
        BlockKey.needed(
            "rules",
            ValueForms.list(
                new OneOfShapes("a rule", kinds.stream().map(RuleKind::shape).toList())),
            "the rules, in the order of the output");
    shape = new BlockShape("a rule file", List.of(rules));
  }

  /** What it may hold. */
  public BlockShape shape() {
    return shape;
  }

  /**
   * A rule of a file.
   *
   * @param position where its id stands
   */
  public record Placed(Rule rule, FilePosition position) {}

  /**
   * Reads a file; what is wrong with it is told.
   *
   * @param file its name, for messages
   */
  public List<Placed> read(String text, String file, RuleOrigin origin, YamlProblems problems) {
    List<Placed> read = new ArrayList<>();
    YamlParser.parse(text, file, SOUGHT, problems)
        .flatMap(yaml -> shape.read(yaml, "", problems))
        .map(row -> row.get(rules))
        .orElse(List.of())
        .forEach(row ->
            kind(row)
                .maker()
                .make(row, origin, problems)
                .ifPresent(rule -> read.add(new Placed(rule, row.spot(RuleInfoKeys.ID)))));
    return read;
  }

  private RuleKind kind(BlockValues row) {
    return kinds.stream()
        .filter(kind -> kind.shape().equals(row.shape()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The rules of a file that Headroom comes with.
   *
   * @param beside a class of its package
   */
  public static List<Rule> builtIn(Class<?> beside, String name, RuleKind... kinds) {
    RuleFile file = new RuleFile(List.of(kinds));
    return BundledYamlFile.read(
            beside, name, (text, problems) -> file.read(text, name, RuleOrigin.BUILT_IN, problems))
        .stream()
        .map(Placed::rule)
        .toList();
  }
}
