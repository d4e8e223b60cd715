package dev.headroom.audit.rulefile;

import dev.headroom.audit.Rule;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.YamlProblems;
import java.util.Optional;

/**
 * Kind of rule that a file may have.
 *
 * @param shape the keys of such a rule; the first tells the kind
 * @param maker makes the rule of what was read
 */
public record RuleKind(BlockShape shape, Maker maker) {
  /** Makes a rule. */
  @FunctionalInterface
  public interface Maker {
    /** The rule, or empty where values do not go together; then that is told. */
    Optional<Rule> make(BlockValues row, RuleOrigin origin, YamlProblems problems);
  }
}
