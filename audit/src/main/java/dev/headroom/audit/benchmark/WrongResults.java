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
            .title("collectives arrive at the right values")
            .needs(BusbwCurves.TABLES)
            .cause(
                "Data was corrupted or read before it was there; training on it goes wrong without a"
                    + " word. Candidates: GPUDirect through a module or driver that does not fit"
                    + " (NCCL_NET_GDR_LEVEL=LOC makes it go away), copies between GPUs of which an"
                    + " IOMMU or virtual machine makes others (NCCL_P2P_DISABLE=1 does), shared memory"
                    + " (NCCL_SHM_DISABLE=1 does), an old NCCL with few users of these settings, a GPU"
                    + " that is broken (dcgmi diag -r 3).")
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
          rows.add(point.seen());
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
          .seen(rows)
          .fix(() ->
              Fix.advice(
                  "run it again with each of NCCL_NET_GDR_LEVEL=LOC, NCCL_P2P_DISABLE=1 and"
                      + " NCCL_SHM_DISABLE=1 alone, and on halves of the hosts: the one that makes it"
                      + " right is where to look"))
          .report();
    }
  }

  /** {@code N/A} where nothing was checked. */
  private static double count(ReportedValue<Double> wrong) {
    return wrong.orElse(0.0);
  }
}
