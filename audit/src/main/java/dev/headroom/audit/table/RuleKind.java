package dev.headroom.audit.table;

import dev.headroom.audit.Rule;
import dev.headroom.model.yaml.Problems;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import java.util.Optional;

/**
 * Kind of rule that a file may have.
 *
 * @param shape the keys of such a rule; the first tells the kind
 * @param maker makes the rule of what was read
 */
public record RuleKind(Shape shape, Maker maker) {
  /** Makes a rule. */
  @FunctionalInterface
  public interface Maker {
    /** The rule, or empty where values do not go together; then that is told. */
    Optional<Rule> make(Row row, Origin origin, Problems problems);
  }
}
