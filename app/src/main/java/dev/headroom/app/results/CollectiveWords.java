package dev.headroom.app.results;

import java.util.List;
import java.util.Optional;

/**
 * How fast a collective was in a sentence, and, where it left its NICs idle, what it waited for.
 */
final class CollectiveWords {
  /** A collective that keeps its NICs busy for this share of the time wants for little. */
  static final double BUSY = 0.7;

  /** From so many times on a link carries more than its fair part. */
  private static final double UNEVEN = 1.3;

  /** A link that is busy for less of the time holds nobody up for long. */
  private static final double HOLDING_UP = 0.5;

  /** Cores that are busy for this share of the time are what all wait for. */
  private static final double WORN_OUT = 0.8;

  /** Where one message in a hundred takes so many times as long as alone, messages wait. */
  private static final double WAITING = 3;

  private final Ports ports;
  private final Distribution slowdown;
  private final HostCores cores;

  CollectiveWords(Ports ports, Distribution slowdown, HostCores cores) {
    this.ports = ports;
    this.slowdown = slowdown;
    this.cores = cores;
  }

  boolean isSlow() {
    return ports.hostsBusy() < BUSY;
  }

  /** Whether messages wait for each other in the network; else what they wait for is latency. */
  static boolean waits(Distribution slowdown) {
    return slowdown.p99() >= WAITING;
  }

  String sentence(CollectiveFigures figures) {
    return "The %s took %s, a busbw of %s GB/s, with its NICs busy %s of the time%s."
        .formatted(
            figures.called().collective().word(),
            Figures.time(figures.timePs()),
            Figures.decimal(figures.busbw(), figures.busbw() < 99.95 ? 1 : 0),
            Figures.percent(ports.hostsBusy()),
            isSlow() ? ": " + reason(figures) : "");
  }

  private String reason(CollectiveFigures figures) {
    double adding =
        figures.timePs() == 0 ? 0 : (double) figures.called().addingPs() / figures.timePs();
    if (adding >= HOLDING_UP) {
      return "adding up took %s of it, at workload.reduceRate".formatted(Figures.percent(adding));
    }
    if (!waits(slowdown)) {
      return "the rest is latency, since even the slowest 1 %% of its messages took no more than %s times as long as alone"
          .formatted(Figures.ratio(slowdown.p99()));
    }
    if (cores.busy() >= WORN_OUT) {
      return "the %s of its busiest host for networking worked %s of it, for a transport in the kernel"
          .formatted(
              cores.count() == 1 ? "core" : cores.count() + " cores",
              Figures.percent(cores.busy()));
    }
    return busiestInside()
        .filter(busiest -> busiest.busy() >= HOLDING_UP)
        .map(this::ofFabric)
        .orElseGet(() ->
            "the slowest 1 %% of its messages took %s times as long as alone"
                .formatted(Figures.ratio(slowdown.p99())));
  }

  private Optional<PortLoad> busiestInside() {
    return ports
        .top(1, load -> ports.from(load).isHost() || ports.to(load).isHost() ? 0 : load.busy())
        .stream()
        .findFirst();
  }

  private String ofFabric(PortLoad busiest) {
    List<PortLoad> like = ports.like(busiest);
    double mean = like.stream().mapToDouble(PortLoad::busy).average().orElse(0);
    double times = mean == 0 ? 1 : busiest.busy() / mean;
    String name = busiest.name(ports.fabric());
    return times >= UNEVEN
        ? "%s carried %s times the mean of the %s links like it, and all wait for the slowest"
            .formatted(name, Figures.ratio(times), Figures.count(like.size()))
        : "the %s links like %s were busy %s of the time, and messages waited for them"
            .formatted(Figures.count(like.size()), name, Figures.percent(mean));
  }
}
