package dev.headroom.audit.fleet;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules that compare hosts. */
public final class FleetRules {
  private FleetRules() {}

  /** Rules that compare hosts with each other, and with what is expected of each. */
  public static List<Rule> all() {
    return Stream.concat(
            RuleFile.builtIn(FleetRules.class, "drift.yaml", FleetDrift.KIND).stream(),
            ExpectedValue.all().stream())
        .toList();
  }

  /** The same rules; those about expectations check this host's values. */
  public static List<Rule> expecting(List<Rule> rules, ExpectedHost host) {
    return rules.stream()
        .map(rule -> rule instanceof ExpectedValue each ? each.with(host) : rule)
        .toList();
  }
}
