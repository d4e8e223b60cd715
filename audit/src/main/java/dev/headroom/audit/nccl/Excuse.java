package dev.headroom.audit.nccl;

import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.Forms;
import dev.headroom.model.yaml.Key;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import dev.headroom.model.yaml.Words;
import java.util.List;

/**
 * Exemption of hosts from a rule.
 *
 * @param holds of them
 * @param why not, in words
 */
record Excuse(HostCondition holds, String why) {
  private static final Key<HostCondition> HOLDS =
      Key.needed("holds", Words.of(HostCondition.class), "what holds of hosts that it excuses");

  private static final Key<String> WHY =
      Key.needed("why", Forms.line(), "why the rule does not concern them");

  /** The key of a rule that excuses hosts. */
  static final Key<Row> KEY =
      Key.optional(
          "unless", new Shape("an excuse", List.of(HOLDS, WHY)), "hosts that it does not concern");

  static Excuse of(Row row) {
    return new Excuse(row.get(HOLDS), row.get(WHY));
  }

  /** Whether a host is excused, which is told. */
  boolean excuses(HostFacts host, Judgement to) {
    if (!holds.holds(host)) {
      return false;
    }
    to.notHere(host.name(), why);
    return true;
  }
}
