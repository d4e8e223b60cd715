package dev.headroom.audit.rules;

import dev.headroom.audit.Rule;
import dev.headroom.audit.container.ContainerRules;
import dev.headroom.audit.environment.EnvironmentRules;
import dev.headroom.audit.fabric.FabricRules;
import dev.headroom.audit.fleet.FleetRules;
import dev.headroom.audit.host.HostRules;
import dev.headroom.audit.host.UnknownKernelLines;
import dev.headroom.audit.nccl.NcclRules;
import dev.headroom.audit.optics.OpticsRules;
import dev.headroom.audit.pci.PciRules;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.audit.rdma.OtherErrorCounters;
import dev.headroom.audit.rdma.RdmaRules;
import dev.headroom.audit.switches.SwitchRules;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Catalogue of all built-in rules. */
public final class RuleCatalogue {
  private static final List<Rule> ALL = Extension.with(withOtherCounters(builtIn()), Rule.class);

  private RuleCatalogue() {}

  private static List<Rule> builtIn() {
    return Stream.of(
            PciRules.all(),
            NcclRules.all(),
            EnvironmentRules.all(),
            RdmaRules.all(),
            HostRules.all(),
            SwitchRules.all(),
            FabricRules.all(),
            OpticsRules.all(),
            ContainerRules.all(),
            FleetRules.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The rule about counters that none of these rules is about, behind them. */
  private static List<Rule> withOtherCounters(List<Rule> rules) {
    Set<String> judged =
        rules.stream()
            .filter(CounterRule.class::isInstance)
            .flatMap(rule -> ((CounterRule) rule).names().stream())
            .collect(Collectors.toSet());
    return Stream.concat(rules.stream(), Stream.of(new OtherErrorCounters(judged))).toList();
  }

  public static List<Rule> all() {
    return ALL;
  }

  /** Every rule there is, and a site's own behind them. */
  public static List<Rule> with(List<Rule> own) {
    return own.isEmpty()
        ? ALL
        : Stream.concat(
                UnknownKernelLines.withKnownRules(NcclRules.withKnownRules(ALL, own), own).stream(),
                own.stream())
            .toList();
  }

  public static Optional<Rule> named(String id) {
    return ALL.stream().filter(rule -> rule.info().id().equals(id)).findFirst();
  }

  public static List<String> ids() {
    return ALL.stream().map(rule -> rule.info().id()).toList();
  }
}
