package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.stream.Stream;

/** Rule that reports RoCE ports that lost many packets while no mark or CNP was counted. */
final class UnmarkedLoss extends PortRule {
  private static final List<String> LOSSES = List.of("packet_seq_err", "out_of_sequence");
  private static final List<String> SIGNALS =
      List.of("np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled");

  /** Fewer may be of one faulty cable, long ago. */
  private static final long MANY = 100_000;

  private static final String NEEDS =
      "hw_counters of a RoCE port: sequence errors, ECN marks, CNPs";

  UnmarkedLoss() {
    super(
        RuleInfo.warning("counters.loss-without-marks")
            .title("a RoCE port that lost packets also got ECN marks or CNPs")
            .inputs(NEEDS)
            .cause(
                "Where queues overflow, ECN marks come before losses. Losses without one mark "
                    + "and one CNP mean that no switch marks RDMA's packets, since ECN is off for "
                    + "their queue or they are in another one, or that the losses are not of "
                    + "congestion but of bit errors on a link.")
            .modes(25, 26)
            .source("NVIDIA, Understanding mlx5 Linux Counters and Status Parameters"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    List<ReportedValue<Long>> signals = SIGNALS.stream().map(port::counter).toList();
    if (port.isInfiniBand()
        || signals.stream().anyMatch(count -> !count.isReported())
        || LOSSES.stream().noneMatch(name -> port.counter(name).isReported())) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    List<ReportedValue<Long>> losses =
        LOSSES.stream()
            .map(port::counter)
            .filter(count -> count.matches(value -> value > MANY))
            .toList();
    if (losses.isEmpty() || signals.stream().anyMatch(count -> count.get() > 0)) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            name(port),
            "it lost packets (%d sequence errors), and no ECN mark and no CNP was counted"
                .formatted(losses.stream().mapToLong(ReportedValue::get).sum()))
        .addEvidence(
            Stream.concat(losses.stream(), signals.stream())
                .flatMap(count -> count.findEvidence().stream())
                .toList())
        .fix(() ->
            Fix.advice(
                "check the job's traffic class (NCCL_IB_TC=106 for DSCP 26 with ECT), ECN of the "
                    + "queue that this DSCP maps to on every switch, and ecn/roce_np and roce_rp of "
                    + "the interface; then bit errors of the links on the path"))
        .report();
  }
}
