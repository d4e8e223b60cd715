package dev.headroom.audit.fabric;

import dev.headroom.audit.Rule;
import dev.headroom.audit.host.StatusRule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about InfiniBand fabrics. */
public final class FabricRules {
  private FabricRules() {}

  public static List<Rule> all() {
    List<Rule> ports =
        List.of(
            new NarrowLink(),
            new SlowLink(),
            new MissingUplinks(),
            new IbdiagnetErrors(),
            new IbdiagnetWarnings(),
            new AdaptiveRoutingOff(),
            new FabricBitErrors());
    return Stream.of(
            ports,
            RuleFile.builtIn(FabricRules.class, "switch-status.yaml", StatusRule.KIND),
            RuleFile.builtIn(FabricRules.class, "counters.yaml", CounterRule.KIND))
        .flatMap(List::stream)
        .toList();
  }
}
