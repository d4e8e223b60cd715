package dev.headroom.audit.environment;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about the variables of jobs. */
public final class EnvironmentRules {
  private EnvironmentRules() {}

  public static List<Rule> all() {
    return Stream.concat(
            Stream.of(
                new UnknownVariable(),
                new MissingHca(),
                new MissingUcxDevice(),
                new UcxDevicesAside(),
                new MisplacedListPrefix(),
                new HcaPrefix(),
                new ConflictingVariables(),
                new CappedChannels(),
                new CrossedRails()),
            RuleFile.builtIn(EnvironmentRules.class, "variables.yaml", VariableRule.KIND).stream())
        .toList();
  }
}
