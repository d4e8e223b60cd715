package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PortFault;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rule that reports a port that the switch has shut down after a fault and keeps down until an
 * operator enables it.
 */
final class ErrDisabledPort extends HostRule {
  private static final String NEEDS = SwitchVendors.tell(SwitchTopic.STATES);

  ErrDisabledPort() {
    super(
        RuleInfo.error("switch.port-shut-by-fault")
            .title("no port was shut down by the switch for a fault")
            .needs(NEEDS)
            .cause(
                "After too many flaps, a loop or a module that it does not take, a switch shuts a port"
                    + " down, and unless recovery is configured it stays so when the fault is gone. The"
                    + " host behind it has one link less, and NCCL a ring that ends there.")
            .modes(36)
            .source(
                "Arista, Troubleshooting Error-disabled Interface States; Cisco, Recover Errdisable Port"
                    + " State"));
  }

  @Override
  protected boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      Optional<PortFault> state = PortFault.of(host.facts(), port);
      if (state.isEmpty()) {
        continue;
      }
      any = true;
      if (!state.get().isFault()) {
        to.pass();
        continue;
      }
      ReportedValue<String> reason = state.get().reason();
      to.finding(
              host.name(),
              port.name(),
              "the switch shut it down for a fault" + reason.map(why -> ": " + why).orElse(""))
          .seen(
              Stream.concat(
                      state.get().state().findEvidence().stream(), reason.findEvidence().stream())
                  .distinct()
                  .toList())
          .fix(() -> Fix.advice(PortFault.CURE))
          .report();
    }
    if (!any && SwitchVendors.qos(host).isPresent()) {
      to.missingInput(host.name(), NEEDS);
    } else if (!any) {
      to.notApplicable(host.name(), "nothing tells of the state of switch ports");
    }
  }
}
