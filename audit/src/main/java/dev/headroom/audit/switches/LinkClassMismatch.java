package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.switches.SwitchQos;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports a DSCP that maps to one priority on the host and to another class on the
 * switch.
 */
final class LinkClassMismatch extends LinkRule {
  LinkClassMismatch() {
    super(
        RuleInfo.error("link.class-differs")
            .title("host and switch map RDMA's DSCP to the same class")
            .inputs(JOINED, "mlnx_qos of the host", SwitchRule.ANY)
            .cause(
                "The host sends and obeys pauses for one priority, the switch for another. RDMA "
                    + "is lossless on neither side of the link.")
            .modes(25, 26)
            .source("IEEE 802.1Q-2022, 36; article S1:60, S3:159"));
  }

  @Override
  void judge(HostSwitchLinks.Link link, FindingCollector to) {
    Optional<RdmaClass> ends = RdmaClass.of(link);
    if (ends.isEmpty()) {
      to.missingInput(link.host().name(), "mlnx_qos -i " + link.nic());
      return;
    }
    RdmaClass of = ends.get();
    if (!of.hostPriority().isReported() || !of.switchClass().isReported()) {
      to.missingInput(link.host().name(), "the mapping at both ends of DSCP " + of.dscp());
      return;
    }
    if (!of.differs()) {
      to.pass();
      return;
    }
    boolean pauses = of.explainsPfcDifference();
    to.finding(
            link.host().name(),
            link.nic(),
            "DSCP %d is priority %d on the host and class %d at %s %s (link known from %s)%s"
                .formatted(
                    of.dscp(),
                    of.hostPriority().get(),
                    of.switchClass().get(),
                    link.device().name(),
                    link.port(),
                    link.by(),
                    pauses
                        ? "; PFC is on for %s on the host and for %s on the switch"
                            .formatted(of.hostPfc(), of.switchPfc().get())
                        : ""))
        .addEvidence(SwitchQos.evidenceOf(of.hostPriority(), of.switchClass()))
        .addEvidence(pauses ? of.pfcEvidence() : List.of())
        .addEvidence(link.evidence())
        .fix(() ->
            Fix.advice(
                "make "
                    + link.qos().terms().dscpMap()
                    + " of the switch and mlnx_qos --dscp2prio of the host agree"
                    + (pauses ? ", and switch PFC on for that class on both ends" : "")))
        .report();
  }
}
