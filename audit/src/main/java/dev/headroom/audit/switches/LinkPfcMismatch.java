package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import java.util.Optional;
import java.util.SortedSet;

/** Rule that reports priorities that are lossless on only one end of a link. */
final class LinkPfcMismatch extends LinkRule {
  LinkPfcMismatch() {
    super(
        RuleInfo.error("link.pfc-differs")
            .title("host and switch have PFC on for the same priorities")
            .inputs(JOINED, "mlnx_qos of the host", SwitchRule.ANY)
            .cause(
                "If PFC is off for a priority at the remote end, the remote end ignores pauses "
                    + "for it and keeps sending, and packets are dropped.")
            .modes(25, 28)
            .source("IEEE 802.1Q-2022, 36.1.3"));
  }

  @Override
  void judge(HostSwitchLinks.Link link, FindingCollector to) {
    Optional<RdmaClass> ends = RdmaClass.of(link).filter(each -> each.switchPfc().isReported());
    if (ends.isEmpty()) {
      to.missingInput(
          link.host().name(), "mlnx_qos -i " + link.nic() + " and PFC of " + link.port());
      return;
    }
    RdmaClass of = ends.get();
    SortedSet<Integer> here = of.hostPfc();
    SortedSet<Integer> there = of.switchPfc().get();
    if (of.explainsPfcDifference()) {
      to.notApplicable(
          link.host().name(),
          "PFC of "
              + link.nic()
              + " differs because the class differs; see rule "
              + "link.class-differs");
    } else if (there.containsAll(here) && (!here.isEmpty() || there.isEmpty())) {
      to.pass();
    } else {
      to.finding(
              link.host().name(),
              link.nic(),
              "PFC is on for %s on the host and for %s at %s %s (link known from %s)"
                  .formatted(here, there, link.device().name(), link.port(), link.by()))
          .addEvidence(of.pfcEvidence())
          .addEvidence(link.evidence())
          .fix(() -> Fix.advice("enable PFC for the same priorities on both ends"))
          .report();
    }
  }
}
