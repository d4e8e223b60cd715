package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveResult;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.collective.SweepRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CollectiveScreenTest {
  private static CollectiveSweep sweep(CollectiveResult outOfPlace, CollectiveResult inPlace) {
    return new CollectiveSweep(
        CollectiveBackend.NCCL,
        Collective.ALL_REDUCE,
        new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), 1, false),
        SweepRequest.of(List.of(1L << 20)),
        List.of(
            new CollectiveRow(
                1 << 20,
                1,
                Optional.of(outOfPlace),
                Optional.of(inPlace),
                Optional.empty(),
                Optional.empty())));
  }

  private static String row(CollectiveSweep sweep) {
    return CollectiveScreen.of(sweep)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElseThrow();
  }

  /** 1 MiB in 10 us: 104.86 GB/s, and 2 x 7/8 times that on the bus. */
  @Test
  void shouldVouchForWhatArrived() {
    CollectiveResult side = new CollectiveResult(10_000_000, true, 1);
    assertThat(row(sweep(side, side)))
        .isEqualTo(
            "     1048576        262144     float     sum      -1"
                + "    10.00  104.86  183.50       0    10.00  104.86  183.50       0");
    assertThat(CollectiveScreen.of(sweep(side, side)))
        .contains("# Out of bounds values : 0 OK\n", "# Avg bus bandwidth    : 183.501\n");
  }

  @Test
  void shouldNotVouchForWhatTheBooksDoNot() {
    CollectiveSweep sweep =
        sweep(
            new CollectiveResult(10_000_000, true, 1),
            new CollectiveResult(20_000_000_000L, false, 1));
    assertThat(row(sweep))
        .endsWith("  10.00  104.86  183.50       0  20000.0    0.05    0.09     N/A");
    assertThat(CollectiveScreen.of(sweep)).contains("# Out of bounds values : N/A\n");
  }
}
