package dev.headroom.audit.benchmark;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;

/** Rule that reports a collective whose bandwidth collapses at large message sizes. */
public final class BandwidthCollapse extends HostRule {
  /** Below this part of what a smaller message got it is no dip of a protocol's. */
  private static final double PART = 0.25;

  /** Where bandwidth matters at all, GB/s. */
  private static final double FAST = 1;

  public BandwidthCollapse() {
    super(
        RuleInfo.warning("job.bandwidth-collapse")
            .title("bandwidth does not fall as messages grow")
            .inputs(BusbwCurves.TABLES)
            .cause(
                "Candidates, and the evidence for each: packets are lost, and each loss costs a "
                    + "timeout or a go-back-N retransmission (out_of_sequence, "
                    + "local_ack_timeout_err and the switches' discards grow during the run; "
                    + "drop counters at zero do not rule out loss in the fabric, since a NIC "
                    + "counts missing packets, but not where they were dropped). PFC is on at "
                    + "one end only (mlnx_qos against the switch: link.pfc-differs, "
                    + "link.class-differs). A slow receiver sends pauses (rx_prioN_pause, PFC "
                    + "watchdog). A link flaps (link_downed).")
            .modes(25)
            .source("NVIDIA/nccl#378, #306; article S3:159"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<List<Point>> tables = BusbwCurves.of(host);
    if (tables.isEmpty()) {
      to.missingInput(host.name(), BusbwCurves.TABLES);
      return;
    }
    for (List<Point> table : tables) {
      Point best = table.getFirst();
      Point before = best;
      Point worst = best;
      double lost = 1;
      for (Point point : table) {
        if (point.busbw() >= best.busbw()) {
          best = point;
        } else if (point.busbw() / best.busbw() < lost) {
          lost = point.busbw() / best.busbw();
          before = best;
          worst = point;
        }
      }
      if (before.busbw() < FAST || lost >= PART) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              "",
              String.format(
                  Locale.ROOT,
                  "bus bandwidth drops to %.2f GB/s at %.0f bytes, from %.2f at %.0f bytes",
                  worst.busbw(),
                  worst.bytes(),
                  before.busbw(),
                  before.bytes()))
          .addEvidence(List.of(worst.evidence(), before.evidence()))
          .fix(() ->
              Fix.advice(
                  "collect counters of hosts and switches twice during the run (headroom collect "
                      + "--samples 2) and audit them together"))
          .report();
    }
  }
}
