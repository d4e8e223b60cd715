package dev.headroom.app.screen;

import dev.headroom.app.results.Figures;
import dev.headroom.sim.measure.StorageResult;

/** What came of requests to storage, where the workload makes some. */
final class StorageLines {
  private StorageLines() {}

  static void write(Page page, StorageResult storage) {
    page.labelled(
        "storage",
        "%s %s at %s; %s of %s answered, in %s (p50), %s (p99), %s (max)"
            .formatted(
                storage.writes() ? "wrote" : "read",
                Figures.size(storage.bytes()),
                Figures.rate(storage.bps()),
                Figures.count(storage.answered()),
                Figures.plural(storage.asked(), "request", "requests"),
                Figures.time(storage.quantilePs(0.5)),
                Figures.time(storage.quantilePs(0.99)),
                Figures.time(storage.quantilePs(1))));
  }
}
