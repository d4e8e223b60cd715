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
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.STATES);

  ErrDisabledPort() {
    super(
        RuleInfo.error("switch.port-shut-by-fault")
            .title("the switch has shut down no port because of a fault")
            .inputs(NEEDS)
            .cause(
                "After too many flaps, a loop or an unsupported module, a switch shuts down a "
                    + "port. Without configured recovery the port stays down after the fault is "
                    + "gone. The host behind it has one link less, and NCCL's ring over that "
                    + "link fails.")
            .modes(36)
            .source(
                "Arista, Troubleshooting Error-disabled Interface States; Cisco, Recover Errdisable Port"
                    + " State"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
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
              "the switch shut it down because of a fault"
                  + reason.map(why -> ": " + why).orElse(""))
          .addEvidence(
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
      to.notApplicable(host.name(), "no input shows the state of switch ports");
    }
  }
}
