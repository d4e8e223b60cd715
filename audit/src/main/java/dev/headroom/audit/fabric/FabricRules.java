package dev.headroom.audit.fabric;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.audit.table.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about InfiniBand fabrics. */
public final class FabricRules {
  private FabricRules() {}

  public static List<Rule> all() {
    List<Rule> ports =
        List.of(
            new LinkNarrow(),
            new LinkSlow(),
            new Uplinks(),
            new DiagnosticErrors(),
            new AdaptiveRouting(),
            new FabricBitErrors());
    return Stream.concat(
            ports.stream(),
            RuleFile.ours(FabricRules.class, "counters.yaml", CounterRule.KIND).stream())
        .toList();
  }
}
