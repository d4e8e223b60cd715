package dev.headroom.audit.rdma;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about RDMA devices and the counters of ports and interfaces. */
public final class RdmaRules {
  private RdmaRules() {}

  public static List<Rule> all() {
    return Stream.concat(
            ports().stream(),
            RuleFile.builtIn(RdmaRules.class, "counters.yaml", CounterRule.KIND).stream())
        .toList();
  }

  private static List<Rule> ports() {
    return List.of(
        new BadGidIndex(),
        new NoRoutableGid(),
        new SparseGidTable(),
        new NoGids(),
        new ProviderAbi(),
        new UnopenedDevice(),
        new NoRdmaDevices(),
        new UnreadableDevice(),
        new PortDown(),
        new RateBelowSiblings(),
        new OneLane(),
        new PortBelowCapability(),
        new LinkFlaps(),
        new LossyClass(),
        new UnmarkedLoss(),
        new UnansweredMarks(),
        new BondDegraded(),
        new BondMode(),
        new ConnectionManagerMode(),
        new SmallActiveMtu(),
        new SmallInterfaceMtu());
  }
}
