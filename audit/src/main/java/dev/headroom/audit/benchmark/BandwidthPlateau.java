package dev.headroom.audit.benchmark;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rule that reports a collective over several hosts whose bandwidth levels off at about half of
 * what the hosts' NICs carry.
 */
public final class BandwidthPlateau extends HostRule {
  /** From a third to two thirds of the NICs' rate: half, give or take. */
  private static final double LEAST = 0.33;

  private static final double MOST = 0.66;

  /** Messages of this size have nothing but bandwidth to wait for, bytes. */
  private static final double LARGE = 1 << 28;

  private static final String NEEDS =
      BusbwCurves.TABLES + " of a job on several hosts, and the rates of the host's RDMA ports";

  public BandwidthPlateau() {
    super(
        RuleInfo.warning("job.bandwidth-plateau")
            .title("large collectives use the NICs' full rate")
            .inputs(NEEDS)
            .cause(
                "Candidates, and the evidence for each: flows collide on few of the equal-cost "
                    + "paths (in the switches' counters some uplinks of a leaf are full and "
                    + "others idle; more queue pairs, NCCL_IB_QPS_PER_CONNECTION with "
                    + "NCCL_IB_SPLIT_DATA_ON_QPS=1, or adaptive routing change it). One queue "
                    + "pair uses only one port of a bond (the job's NIC is mlx5_bond_N). NICs "
                    + "are in slots of half the width (lspci, pcie.link-width). Channels run "
                    + "without GPUDirect (the job's log). One host is slow (run the test on "
                    + "pairs of hosts).")
            .modes(31, 32)
            .source("NVIDIA/cluster-readiness-engine PR 287; NVIDIA/nccl-tests#106, #191"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Point> ends =
        BusbwCurves.of(host).stream()
            .map(List::getLast)
            .filter(point -> point.bytes() >= LARGE)
            .toList();
    List<Evidence> rates = new ArrayList<>();
    double gbytes = 0;
    for (RdmaPort port : host.rdmaPorts()) {
      ReportedValue<Double> rate = port.rateGbps();
      gbytes += rate.orElse(0.0) / 8;
      rate.findEvidence().ifPresent(rates::add);
    }
    if (ends.isEmpty() || rates.isEmpty() || BusbwCurves.hosts(host) < 2) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    for (Point end : ends) {
      double part = end.busbw() / gbytes;
      if (part < LEAST || part > MOST) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              "",
              String.format(
                  Locale.ROOT,
                  "bus bandwidth reaches %.1f GB/s, %.0f %% of the %.0f GB/s of %d ports",
                  end.busbw(),
                  100 * part,
                  gbytes,
                  rates.size()))
          .addEvidence(end.evidence())
          .addEvidence(rates)
          .fix(() -> Fix.advice("check the evidence for each candidate, one after the other"))
          .report();
    }
  }
}
