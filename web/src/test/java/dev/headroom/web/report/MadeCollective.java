package dev.headroom.web.report;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveResult;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.collective.SweepRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Collective that never ran. */
final class MadeCollective {
  private MadeCollective() {}

  /** From 8 B to 1 MiB: many labels, and two protocols below them. */
  static CollectiveSweep sweep() {
    Cluster cluster = new Cluster(MachineCatalogue.named("dgx-a100").orElseThrow(), 2, false);
    List<CollectiveRow> rows =
        IntStream.rangeClosed(3, 20)
            .mapToObj(power -> {
              double us = 20 + (1 << power) * 1e-4;
              AlgorithmUsed ran =
                  new AlgorithmUsed(
                      "tree", power < 17 ? "ll" : "simple", OptionalDouble.of(1.3 * us));
              Optional<CollectiveResult> side =
                  Optional.of(new CollectiveResult(Math.round(us * 1e6), true, 1));
              return new CollectiveRow(
                  1L << power, 1, side, side, Optional.of(ran), Optional.of(ran));
            })
            .toList();
    return new CollectiveSweep(
        CollectiveBackend.NCCL,
        Collective.ALL_REDUCE,
        cluster,
        SweepRequest.of(rows.stream().map(CollectiveRow::bytes).toList()),
        rows);
  }
}
