package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.HeadroomUse;
import dev.headroom.formats.switches.PriorityGroup;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Optional;

/**
 * Rule that compares the most bytes that the headroom of a priority group held with its size. Any
 * use of headroom follows from a pause; a full one leaves no room for the next packet.
 */
final class HeadroomWatermark extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.WATERMARKS);
  private static final double NEARLY_FULL = 0.9;

  HeadroomWatermark() {
    super(
        RuleInfo.warning("switch.headroom-watermark")
            .title("the headroom of lossless priority groups was never nearly full")
            .inputs(NEEDS)
            .cause(
                "Headroom takes the packets that arrive after a pause was sent. When it is full, "
                    + "the next packets of the lossless class are dropped.")
            .modes(28)
            .source("SONiC command reference, show priority-group watermark headroom"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<HeadroomUse> uses = SwitchVendors.headroomUse(host);
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    if (uses.isEmpty()) {
      if (qos.isPresent()) {
        to.missingInput(host.name(), NEEDS);
      } else {
        to.notApplicable(host.name(), "it is not a switch");
      }
      return;
    }
    for (HeadroomUse use : uses) {
      ReportedValue<Long> size =
          qos.map(of -> size(of, use)).orElse(ReportedValue.unreported("a configuration"));
      if (use.bytes() == 0) {
        to.pass();
      } else if (!size.isReported()) {
        to.missingInput(host.name(), "xoff of priority group " + use.group() + " of " + use.port());
      } else if (use.bytes() < NEARLY_FULL * size.get()) {
        to.pass();
      } else {
        report(host, use, size, to);
      }
    }
  }

  private static void report(
      HostFacts host, HeadroomUse use, ReportedValue<Long> size, FindingCollector to) {
    List<Evidence> seen = SwitchQos.evidenceOf(size);
    to.finding(
            host.name(),
            use.port(),
            "priority group %d held %d bytes in a headroom of %d"
                .formatted(use.group(), use.bytes(), size.get()))
        .severity(use.bytes() >= size.get() ? Severity.ERROR : Severity.WARNING)
        .addEvidence(use.evidence())
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "set a larger xoff for the port's speed and cable length, and read the drop "
                    + "counters of the priority group"))
        .report();
  }

  private static ReportedValue<Long> size(SwitchQos qos, HeadroomUse use) {
    PriorityGroup group = qos.port(use.port()).groups().get(use.group());
    return group == null
        ? ReportedValue.unreported("the priority group")
        : group
            .headroom()
            .map(PriorityGroup.Headroom::xoff)
            .orElse(ReportedValue.unreported("xoff"));
  }
}
