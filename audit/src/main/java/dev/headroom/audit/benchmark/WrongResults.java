package dev.headroom.audit.benchmark;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.benchmark.BusbwCurves.Point;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Rule that reports a collective with wrong results, however fast it was. */
public final class WrongResults extends HostRule {
  /**
   * One element. Older nccl-tests printed the largest error of a value here, which is far less when
   * nothing but rounding is wrong.
   */
  private static final double LEAST = 1;

  public WrongResults() {
    super(
        RuleInfo.error("job.wrong-results")
            .title("collectives return the right values")
            .inputs(BusbwCurves.TABLES)
            .cause(
                "Data was corrupted, or read before it arrived. Training on such data goes wrong "
                    + "without an error. Candidates: GPUDirect through a module or driver that "
                    + "does not match (NCCL_NET_GDR_LEVEL=LOC avoids it), or copies between GPUs "
                    + "that an IOMMU or hypervisor redirects (NCCL_P2P_DISABLE=1 avoids them). "
                    + "Shared memory (NCCL_SHM_DISABLE=1 avoids it), an old NCCL version that is "
                    + "rarely used with these settings, or a faulty GPU (dcgmi diag -r 3) are "
                    + "possible too.")
            .source(
                "NVIDIA/nccl-tests#131, #7; Mellanox/nv_peer_memory#38; NVIDIA/nccl#1199; nccl-tests"
                    + " src/util.cu"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<List<Point>> tables = BusbwCurves.of(host);
    if (tables.isEmpty()) {
      to.missingInput(host.name(), BusbwCurves.TABLES);
      return;
    }
    for (List<Point> table : tables) {
      List<Evidence> rows = new ArrayList<>();
      double most = 0;
      double at = 0;
      for (Point point : table) {
        double wrong =
            Stream.of("out-of-place.wrong", "in-place.wrong")
                .map(key -> host.facts().decimal(point.row(), key))
                .mapToDouble(WrongResults::count)
                .max()
                .orElse(0);
        if (wrong >= LEAST) {
          rows.add(point.evidence());
        }
        if (wrong > most) {
          most = wrong;
          at = point.bytes();
        }
      }
      if (rows.isEmpty()) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              "",
              String.format(
                  Locale.ROOT,
                  "%d of %d rows have wrong values, up to %.0f at %.0f bytes",
                  rows.size(),
                  table.size(),
                  most,
                  at))
          .addEvidence(rows)
          .fix(() ->
              Fix.advice(
                  "repeat the test with NCCL_NET_GDR_LEVEL=LOC, NCCL_P2P_DISABLE=1 and "
                      + "NCCL_SHM_DISABLE=1, one at a time, and on halves of the hosts; the "
                      + "setting or half that gives right values points to the cause"))
          .report();
    }
  }

  /** {@code N/A} where nothing was checked. */
  private static double count(ReportedValue<Double> wrong) {
    return wrong.orElse(0.0);
  }
}
