package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import java.util.List;

/**
 * Exemption of hosts from a rule.
 *
 * @param holds of them
 * @param why not, in words
 */
public record RuleExemption(HostCondition holds, String why) {
  private static final BlockKey<HostCondition> HOLDS =
      BlockKey.needed("holds", WordChoice.of(HostCondition.class), "the condition of exempt hosts");

  private static final BlockKey<String> WHY =
      BlockKey.needed("why", ValueForms.line(), "the reason for the exemption");

  /** The key of a rule that excuses hosts. */
  public static final BlockKey<BlockValues> KEY =
      BlockKey.optional(
          "unless",
          new BlockShape("an exemption", List.of(HOLDS, WHY)),
          "the hosts that the rule " + "does not apply to");

  /** As a file has it. */
  public static RuleExemption of(BlockValues row) {
    return new RuleExemption(row.get(HOLDS), row.get(WHY));
  }

  /** Whether a host is excused, which is told. */
  public boolean exempts(HostFacts host, FindingCollector to) {
    if (!holds.holds(host)) {
      return false;
    }
    to.notApplicable(host.name(), why);
    return true;
  }
}
