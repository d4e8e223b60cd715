package dev.headroom.audit.optics;

import dev.headroom.audit.Rule;
import dev.headroom.audit.host.StatusRule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about cables and transceivers. */
public final class OpticsRules {
  private OpticsRules() {}

  public static List<Rule> all() {
    List<Rule> rules =
        List.of(
            new ModuleAlarms(),
            new HotModule(),
            new DarkLanes(),
            new SwitchDarkLanes(),
            new ModuleRanges(),
            new SlotPower(),
            new PostFecBitErrors(),
            new FirmwareLinkFault(),
            new FecOff());
    return Stream.concat(
            rules.stream(),
            RuleFile.builtIn(OpticsRules.class, "switch-modules.yaml", StatusRule.KIND).stream())
        .toList();
  }
}
