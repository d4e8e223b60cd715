package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import java.util.List;

/**
 * Results of a collective at several sizes.
 *
 * @param cluster machines with a rank for each GPU; with Gloo for each machine
 * @param request also of sizes that a run was stopped before
 * @param rows smallest size first
 */
public record CollectiveSweep(
    CollectiveBackend backend,
    Collective collective,
    Cluster cluster,
    SweepRequest request,
    List<CollectiveRow> rows) {
  public CollectiveSweep {
    rows = List.copyOf(rows);
  }

  /** What ran where, in a line. */
  public String title() {
    return collective.word() + " on " + backend.where(cluster);
  }

  /** Bus bandwidth as nccl-tests defines it, in 10^9 bytes a second. */
  public double busbw(CollectiveRow row) {
    return row.algbw() * collective.busFactor(cluster.gpus());
  }

  /** The same of a side. */
  public double busbw(CollectiveRow row, CollectiveResult side) {
    return row.algbw(side) * collective.busFactor(cluster.gpus());
  }

  /** The same of a time that NCCL expects. */
  public double busbw(CollectiveRow row, double microseconds) {
    return row.bytes() / (1e3 * microseconds) * collective.busFactor(cluster.gpus());
  }

  /** The most calls that were made in a row of a size. */
  public long calls() {
    return rows.stream().mapToLong(CollectiveRow::calls).max().orElse(1);
  }

  /** Mean bus bandwidth of all sizes and both sides, as nccl-tests prints it last. */
  public double meanBusbw() {
    return rows.stream()
        .flatMap(row -> row.sides().map(side -> busbw(row, side)))
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  /** Whether all that was measured is {@link CollectiveResult#isWhole whole}. */
  public boolean isWhole() {
    return rows.stream().flatMap(CollectiveRow::sides).allMatch(CollectiveResult::isWhole);
  }

  /**
   * Whether nccl-tests looks at the values of a side: in place it does not for those whose buffers
   * would overwrite each other (src/alltoall.cu, src/sendrecv.cu).
   */
  public boolean checks(boolean inPlace) {
    return !inPlace || (collective != Collective.ALL_TO_ALL && collective != Collective.SEND_RECV);
  }
}
