package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule that reports {@code NCCL_CROSS_NIC=1} where each NIC of a host is connected to its own
 * switch.
 */
final class CrossedRails extends HostRule {
  CrossedRails() {
    super(
        RuleInfo.warning("nccl.crosses-rails")
            .title("a ring stays on its rail if each NIC has its own leaf")
            .inputs(VariableRule.ENVIRONMENT, "lldpctl of the host")
            .cause(
                "If NIC n of every host is connected to leaf n, traffic from one NIC to another "
                    + "NIC of the next host crosses the spine. On the same rail it crosses only "
                    + "one switch.")
            .source("NCCL User Guide, Environment Variables, NCCL_CROSS_NIC"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.facts().subjects(SubjectKind.ENV).isEmpty()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
      return;
    }
    ReportedValue<String> cross = host.environment("NCCL_CROSS_NIC");
    if (!cross.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), "all of " + VariableRule.ENVIRONMENT);
      return;
    }
    if (!cross.matches(text -> text.strip().equals("1"))) {
      to.pass();
      return;
    }
    Set<String> switches = new TreeSet<>();
    List<Evidence> seen = new ArrayList<>();
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      ReportedValue<String> neighbour = host.facts().text(netdev, "neighbor.switch");
      if (neighbour.isReported() && switches.add(neighbour.get().strip())) {
        neighbour.findEvidence().ifPresent(seen::add);
      }
    }
    if (switches.isEmpty()) {
      to.missingInput(host.name(), "lldpctl of the host");
    } else if (switches.size() == 1) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              "NCCL_CROSS_NIC",
              "NCCL_CROSS_NIC=1, and the NICs are connected to " + String.join(", ", switches))
          .addEvidence(cross.findEvidence().stream().toList())
          .addEvidence(seen)
          .fix(() -> Fix.of(new JobVariable("NCCL_CROSS_NIC", "0")))
          .report();
    }
  }
}
