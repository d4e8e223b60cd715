package dev.headroom.audit.rdma;

import dev.headroom.audit.Rule;
import dev.headroom.audit.table.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about RDMA devices and the counters of ports and interfaces. */
public final class RdmaRules {
  private RdmaRules() {}

  public static List<Rule> all() {
    return Stream.concat(
            ports().stream(),
            RuleFile.ours(RdmaRules.class, "counters.yaml", CounterRule.KIND).stream())
        .toList();
  }

  private static List<Rule> ports() {
    return List.of(
        new GidIndex(),
        new GidRoutable(),
        new GidSparse(),
        new NoGids(),
        new ProviderAbi(),
        new NotOpened(),
        new NoDevices(),
        new PortDown(),
        new RateBelowSiblings(),
        new BelowCapability(),
        new LinkFlaps(),
        new BondDegraded(),
        new BondMode(),
        new ActiveMtu(),
        new MtuFacts());
  }
}
