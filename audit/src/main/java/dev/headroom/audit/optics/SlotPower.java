package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;

/**
 * Rule that reports a module that needs more power than the slot provides, so that the switch keeps
 * it in its low power state.
 */
final class SlotPower extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.SLOT_POWER);

  SlotPower() {
    super(
        RuleInfo.error("optics.slot-power")
            .title("slots give transceivers enough power")
            .inputs(NEEDS)
            .cause(
                "A module advertises its maximum power. A host or switch that cannot supply it "
                    + "leaves the module in its low power state, in which it neither sends nor "
                    + "receives.")
            .source(
                "CMIS 5.2, Module State Machine (ModuleLowPwr); Arista EOS, show interfaces transceiver hardware"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      ReportedValue<Double> takes = host.facts().decimal(port, "module.power.most.w");
      ReportedValue<Double> gives = host.facts().decimal(port, "slot.power.most.w");
      if (!takes.isReported() || !gives.isReported()) {
        continue;
      }
      any = true;
      if (takes.get() <= gives.get()) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              port.name(),
              "its module draws up to %s W, and the slot gives %s W"
                  .formatted(takes.get(), gives.get()))
          .addEvidence(takes.findEvidence().stream().toList())
          .addEvidence(gives.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "move it to a slot that gives enough power, or use a module that "
                      + "draws less"))
          .report();
    }
    if (!any && SwitchVendors.qos(host).isPresent()) {
      to.missingInput(host.name(), NEEDS);
    } else if (!any) {
      to.notApplicable(host.name(), "no input shows the power of transceivers");
    }
  }
}
