package dev.headroom.audit.fleet;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;

/** All rules that compare hosts. */
public final class FleetRules {
  private FleetRules() {}

  public static List<Rule> all() {
    return RuleFile.builtIn(FleetRules.class, "drift.yaml", FleetDrift.KIND);
  }
}
