package dev.headroom.audit.rulefile;

import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import java.util.List;
import java.util.stream.Stream;

/** YAML keys of a rule's description ({@link RuleInfo}) and of its findings. */
public final class RuleInfoKeys {
  public static final BlockKey<String> ID =
      BlockKey.needed(
          "id",
          ValueForms.line("an id", "[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*", "site.fan-failed"),
          "its name, as group.name, used in waivers and by headroom explain");

  public static final BlockKey<String> WHAT =
      BlockKey.needed("what", ValueForms.line(), "the text of a finding, a phrase");

  public static final BlockKey<String> ADVICE =
      BlockKey.needed("advice", ValueForms.line(), "the action to take");

  private static final BlockKey<Severity> SEVERITY =
      BlockKey.needed("severity", WordChoice.of(Severity.class), "the severity of its findings");

  private static final BlockKey<String> TITLE =
      BlockKey.needed("title", ValueForms.line(), "the healthy state, a phrase");

  private static final BlockKey<List<String>> NEEDS =
      BlockKey.optional(
          "needs",
          ValueForms.list(ValueForms.line()),
          "the required inputs, by their usual names; by default those of its kind");

  private static final BlockKey<String> CAUSE =
      BlockKey.needed("cause", ValueForms.line(), "the effect and its causes");

  private static final BlockKey<String> SOURCE =
      BlockKey.needed("source", ValueForms.line(), "the source: a manual, a ticket, a runbook");

  private static final BlockKey<List<Long>> MODES =
      BlockKey.optional(
          "modes",
          ValueForms.list(ValueForms.whole()),
          "numbers of failure modes in docs/rules.md");

  private RuleInfoKeys() {}

  /**
   * A rule's keys.
   *
   * @param tag the key that tells its kind
   * @param own those that only its kind has
   */
  public static BlockShape shape(String noun, BlockKey<?> tag, BlockKey<?>... own) {
    return new BlockShape(
        noun,
        Stream.of(
                Stream.of(tag, ID, SEVERITY, TITLE),
                Stream.of(own),
                Stream.of(CAUSE, SOURCE, NEEDS, MODES))
            .flatMap(keys -> keys)
            .toList());
  }

  /**
   * What a rule says of itself.
   *
   * @param usual the inputs that its kind needs
   */
  public static RuleInfo ruleInfo(BlockValues row, String... usual) {
    return new RuleInfo(
        row.get(ID),
        row.get(SEVERITY),
        row.get(TITLE),
        row.find(NEEDS).orElse(List.of(usual)),
        row.get(CAUSE),
        row.get(SOURCE),
        row.find(MODES).orElse(List.of()).stream().map(Math::toIntExact).toList());
  }
}
