package dev.headroom.audit.table;

import dev.headroom.audit.Rule;
import dev.headroom.model.yaml.Forms;
import dev.headroom.model.yaml.Key;
import dev.headroom.model.yaml.OneOf;
import dev.headroom.model.yaml.OwnFile;
import dev.headroom.model.yaml.Problems;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import dev.headroom.model.yaml.Spot;
import dev.headroom.model.yaml.YamlParser;
import java.util.ArrayList;
import java.util.List;

/** Reader of a YAML file of rules: the list {@code rules}, each entry of one of a few kinds. */
public final class RuleFile {
  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("file of rules", "write rules: and a list of them");

  private final List<RuleKind> kinds;
  private final Key<List<Row>> rules;
  private final Shape shape;

  /**
   * One that may have rules of these kinds.
   *
   * @param kinds in the order in which they are documented
   */
  public RuleFile(List<RuleKind> kinds) {
    this.kinds = List.copyOf(kinds);
    rules =
        Key.needed(
            "rules",
            Forms.list(new OneOf("a rule", kinds.stream().map(RuleKind::shape).toList())),
            "the rules, in the order in which they are listed");
    shape = new Shape("a file of rules", List.of(rules));
  }

  /** What it may hold. */
  public Shape shape() {
    return shape;
  }

  /**
   * A rule of a file.
   *
   * @param spot where its id stands
   */
  public record Placed(Rule rule, Spot spot) {}

  /**
   * Reads a file; what is wrong with it is told.
   *
   * @param file its name, for messages
   */
  public List<Placed> read(String text, String file, Origin origin, Problems problems) {
    List<Placed> read = new ArrayList<>();
    YamlParser.parse(text, file, SOUGHT, problems)
        .flatMap(yaml -> shape.read(yaml, "", problems))
        .map(row -> row.get(rules))
        .orElse(List.of())
        .forEach(row ->
            kind(row)
                .maker()
                .make(row, origin, problems)
                .ifPresent(rule -> read.add(new Placed(rule, row.spot(CardKeys.ID)))));
    return read;
  }

  private RuleKind kind(Row row) {
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
  public static List<Rule> ours(Class<?> beside, String name, RuleKind... kinds) {
    RuleFile file = new RuleFile(List.of(kinds));
    return OwnFile.read(
            beside, name, (text, problems) -> file.read(text, name, Origin.OURS, problems))
        .stream()
        .map(Placed::rule)
        .toList();
  }
}
