package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.model.knob.SwitchKnobs;

/** Rule that reports a switch port with a smaller MTU than the connected host. */
final class LinkMtuMismatch extends LinkRule {
  LinkMtuMismatch() {
    super(
        RuleInfo.error("link.mtu-differs")
            .title("switch ports accept the largest packets of hosts")
            .inputs(JOINED, "ip link of the host", SwitchRule.ANY)
            .cause(
                "The switch silently drops packets longer than the port's MTU. Small messages "
                    + "and pings pass, large messages never do.")
            .modes(23, 24)
            .source("IEEE 802.3-2022, 3.2.7; InfiniBand A17.9.2 (RoCEv2 path MTU)"));
  }

  @Override
  void judge(HostSwitchLinks.Link link, FindingCollector to) {
    ReportedValue<Long> here = link.host().facts().number(Subject.netdev(link.nic()), "mtu");
    ReportedValue<Long> there = link.qos().port(link.port()).line().mtu();
    if (!here.isReported() || !there.isReported()) {
      to.missingInput(link.host().name(), "the MTU of " + link.nic() + " and of " + link.port());
      return;
    }
    if (there.get() >= here.get()) {
      to.pass();
      return;
    }
    to.finding(
            link.host().name(),
            link.nic(),
            "the MTU is %d on the host and %d at %s %s (link known from %s)"
                .formatted(here.get(), there.get(), link.device().name(), link.port(), link.by()))
        .addEvidence(SwitchQos.evidenceOf(here, there))
        .addEvidence(link.evidence())
        .modelled(SwitchKnobs.SWITCH_MTU.name(), there.get() + "B")
        .fix(() -> Fix.advice("set the switch port's MTU to 9216 or its maximum"))
        .report();
  }
}
