package dev.headroom.bench.validation;

import dev.headroom.formats.hpcc.HpccFct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Our flows beside a reference's, flow by flow. Flows are matched by hosts, ports, size and start.
 *
 * @param matched flows that finished on both sides
 * @param onlyOurs finished here only
 * @param onlyTheirs finished there only
 * @param meanFctRatio mean completion time of the matched flows, ours over theirs
 * @param ours slowdowns of the matched flows here
 * @param theirs likewise there, with the same lone completion times
 * @param spearman rank correlation of the matched flows' completion times
 */
public record FlowComparison(
    int matched,
    int onlyOurs,
    int onlyTheirs,
    double meanFctRatio,
    Slowdowns ours,
    Slowdowns theirs,
    double spearman) {

  /**
   * Mean and percentiles of some flows, as that simulator defines slowdown: completion time over
   * the lone one, not below 1.
   */
  public record Slowdowns(double mean, double p50, double p95, double p99) {
    static Slowdowns of(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      return new Slowdowns(
          sum / values.length,
          Ranks.percentile(values, 0.50),
          Ranks.percentile(values, 0.95),
          Ranks.percentile(values, 0.99));
    }
  }

  private record Key(int source, int destination, int ports, long bytes, long startNs) {
    static Key of(HpccFct flow) {
      return new Key(
          flow.source(),
          flow.destination(),
          flow.sourcePort() << 16 | flow.destinationPort(),
          flow.bytes(),
          flow.startNs());
    }
  }

  public static FlowComparison of(List<HpccFct> ours, List<HpccFct> theirs) {
    Map<Key, HpccFct> reference = new HashMap<>();
    theirs.forEach(flow -> reference.put(Key.of(flow), flow));
    List<HpccFct> here = new ArrayList<>();
    List<HpccFct> there = new ArrayList<>();
    for (HpccFct flow : ours) {
      HpccFct match = reference.get(Key.of(flow));
      if (match != null) {
        here.add(flow);
        there.add(match);
      }
    }
    double[] fctHere = column(here, HpccFct::fctNs);
    double[] fctThere = column(there, HpccFct::fctNs);
    return new FlowComparison(
        here.size(),
        ours.size() - here.size(),
        theirs.size() - there.size(),
        Arrays.stream(fctHere).sum() / Arrays.stream(fctThere).sum(),
        Slowdowns.of(column(here, HpccFct::slowdown)),
        Slowdowns.of(column(there, HpccFct::slowdown)),
        Ranks.spearman(fctHere, fctThere));
  }

  private static double[] column(List<HpccFct> flows, ToDoubleFunction<HpccFct> value) {
    return flows.stream().mapToDouble(value).toArray();
  }

  /** Two rows of a table for people: ours, then theirs. */
  public String table() {
    return """
    %-10s %9s %9s %9s %9s %9s
    %-10s %9d %9.3f %9.3f %9.3f %9.3f
    %-10s %9d %9.3f %9.3f %9.3f %9.3f
    mean FCT %+.2f %%, Spearman %.4f, flows on one side only: %d ours, %d theirs
    """
        .formatted(
            "slowdown",
            "flows",
            "mean",
            "p50",
            "p95",
            "p99",
            "ours",
            matched,
            ours.mean(),
            ours.p50(),
            ours.p95(),
            ours.p99(),
            "reference",
            matched,
            theirs.mean(),
            theirs.p50(),
            theirs.p95(),
            theirs.p99(),
            (meanFctRatio - 1) * 100,
            spearman,
            onlyOurs,
            onlyTheirs);
  }
}
