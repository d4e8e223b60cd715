package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.stream.Stream;

/** Rule that reports RoCE ports that got many ECN-marked packets and sent no CNP. */
final class UnansweredMarks extends PortRule {
  /** A NIC sends at most one CNP in some microseconds, so that few marks may get none. */
  private static final long MANY = 10_000;

  private static final String NEEDS = "hw_counters of a RoCE port: ECN marks and CNPs";

  UnansweredMarks() {
    super(
        RuleInfo.warning("counters.marks-unanswered")
            .title("a RoCE port that gets ECN marks sends CNPs")
            .inputs(NEEDS)
            .cause(
                "Switches mark packets, and the NIC that receives them sends no congestion "
                    + "notification (CNP). Senders then keep their rate until PFC pauses them or "
                    + "packets are lost. The notification point is off for the class of the "
                    + "traffic.")
            .modes(25)
            .source("NVIDIA, Understanding mlx5 Linux Counters and Status Parameters"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<Long> marks = port.counter("np_ecn_marked_roce_packets");
    ReportedValue<Long> sent = port.counter("np_cnp_sent");
    if (port.isInfiniBand() || !marks.isReported() || !sent.isReported()) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    if (marks.get() <= MANY || sent.get() > 0) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            name(port),
            "it received %d packets with ECN marks and sent no CNP".formatted(marks.get()))
        .addEvidence(
            Stream.of(marks, sent).flatMap(count -> count.findEvidence().stream()).toList())
        .fix(() ->
            Fix.advice(
                "enable the notification point for the priority of RDMA: "
                    + "roce_np and roce_rp in the folder ecn of the interface in sysfs, or "
                    + "ROCE_CC_PRIO_MASK_P1 with mlxconfig"))
        .report();
  }
}
