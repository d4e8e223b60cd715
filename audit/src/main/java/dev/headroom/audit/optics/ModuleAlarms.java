package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rule that reports alarms and warnings of a module: {@code ethtool -m} on a host, {@code show
 * interface transceiver} on a switch. A lane of a switch that neither sends nor receives light is
 * shut down, which is no fault of the module.
 */
final class ModuleAlarms extends HostRule {
  private static final String MODULE =
      TransceiverConstants.COMMAND + ", or " + SwitchVendors.commandsText(SwitchTopic.MODULES);

  ModuleAlarms() {
    super(
        RuleInfo.warning("optics.alarm")
            .title("no transceiver raises an alarm")
            .inputs(MODULE)
            .cause(
                "A module raises an alarm at its own limits. Heat and weak light cause bit "
                    + "errors, then link flaps.")
            .source(
                "SFF-8636, 6.2.3; CMIS 5.2, 8.9; ethtool(8); IEEE 802.3-2022, table 52-7 (a transmitter"
                    + " that is off sends -30 dBm at most)"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (SubjectKind thing : List.of(SubjectKind.NETDEV, SubjectKind.SWITCH_PORT)) {
      for (Subject subject : host.facts().subjects(thing)) {
        ModuleFlags flags =
            ModuleFlags.of(host.facts().firstFactsOf(subject, ModuleFlags::isFlagOrPower));
        any |= !flags.isEmpty();
        List<Fact> on = flags.raised();
        if (on.isEmpty() && !flags.isEmpty()) {
          to.pass();
        } else if (!on.isEmpty()) {
          report(host, subject, flags, to);
        }
      }
    }
    if (!any && super.appliesTo(host)) {
      to.missingInput(host.name(), MODULE);
    } else if (!any) {
      to.notApplicable(host.name(), "it is a switch, and no input covers its transceivers");
    }
  }

  private static void report(
      HostFacts host, Subject subject, ModuleFlags flags, FindingCollector to) {
    String names =
        flags.raised().stream().map(ModuleFlags::words).collect(Collectors.joining(", "));
    boolean dark = flags.isLowLightOnly();
    to.finding(
            host.name(),
            subject.name(),
            dark
                ? "its module receives no light, but transmits: " + names
                : "its module raises: " + names)
        .severity(dark ? Severity.INFO : Severity.WARNING)
        .addEvidence(flags.raised().stream().map(Fact::evidence).toList())
        .fix(() ->
            Fix.advice(
                dark
                    ? "if the port should be connected, check that the remote port is enabled, "
                        + "and check the cable; otherwise shut down the port"
                    : "for temperature check the air flow; for light clean the ends and check "
                        + "the cable; then replace the module"))
        .report();
  }
}
