package dev.headroom.run.summary;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.HostCores;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.Optional;

/** Text about the speed of a collective and, where it left its NICs idle, what it waited for. */
final class CollectiveText {
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

  private final PortLoads ports;
  private final Distribution slowdown;
  private final HostCores cores;
  private final Hands hands;

  /**
   * Who moves and adds up data within machines.
   *
   * @param mostBusyPs how long that of them was at it which was so longest
   * @param areProcesses whether they only add up
   */
  record Hands(long mostBusyPs, boolean areProcesses) {
    /** Of a workload of its own; of one without a schedule nobody. */
    static Hands of(Scenario scenario, RunResult result) {
      boolean areProcesses =
          scenario.flows().schedules().stream().noneMatch(each -> each.flows().layout().hasGpus());
      return result.schedules().stream()
          .findFirst()
          .map(first -> new Hands(first.mostBusyPs(), areProcesses))
          .orElse(new Hands(0, false));
    }

    private double busy(CollectiveFigures figures) {
      double ps = (double) figures.timePs() * figures.called().times();
      return ps == 0 ? 0 : mostBusyPs / ps;
    }
  }

  CollectiveText(PortLoads ports, Distribution slowdown, HostCores cores, Hands hands) {
    this.ports = ports;
    this.slowdown = slowdown;
    this.cores = cores;
    this.hands = hands;
  }

  boolean isSlow() {
    return ports.hostsBusy() < BUSY;
  }

  /** Whether messages wait for each other in the network; else what they wait for is latency. */
  static boolean waits(Distribution slowdown) {
    return slowdown.p99() >= WAITING;
  }

  String sentence(CollectiveFigures figures) {
    return "The %s took %s, a busbw of %s GB/s; its NICs were busy %s of the time%s."
        .formatted(
            figures.called().collective().word(),
            NumberText.time(figures.timePs()),
            NumberText.decimal(figures.busbw(), figures.busbw() < 99.95 ? 1 : 0),
            NumberText.percent(ports.hostsBusy()),
            isSlow() ? ": " + reason(figures) : "");
  }

  private String reason(CollectiveFigures figures) {
    double busy = hands.busy(figures);
    if (busy >= HOLDING_UP) {
      return (hands.areProcesses()
              ? "the reduction (adding) took %s of it, at workload.reduceRate"
              : "the busiest channel of its GPUs moved data for %s of it")
          .formatted(NumberText.percent(Math.min(1, busy)));
    }
    if (slowdown.count() == 0) {
      return "all of its messages stayed inside the machine";
    }
    Optional<PortLoad> slow = ports.busiestSlow().filter(port -> port.busy() >= HOLDING_UP);
    if (slow.isPresent()) {
      return "the %s link was busy %s of it, %s"
          .formatted(
              slow.get().name(ports.fabric()),
              NumberText.percent(slow.get().busy()),
              LinkHeadlines.slownessText(slow.get(), ports));
    }
    if (!waits(slowdown)) {
      return "the rest is latency: even the slowest 1 %% of its messages took at most %s times their time on an idle network"
          .formatted(NumberText.ratio(slowdown.p99()));
    }
    if (cores.busy() >= WORN_OUT) {
      return "on the busiest host, the %s for networking had a load of %s, because the transport runs in the kernel"
          .formatted(
              cores.count() == 1 ? "core" : cores.count() + " cores",
              NumberText.percent(cores.busy()));
    }
    if (cores.busiest() >= WORN_OUT) {
      return "one core for networking was busy %s of it: the transport runs in the kernel, and one core handles each connection"
          .formatted(NumberText.percent(cores.busiest()));
    }
    return busiestInside(ports)
        .filter(busiest -> busiest.busy() >= HOLDING_UP)
        .map(this::ofFabric)
        .orElseGet(() ->
            "the slowest 1 %% of its messages took %s times their time on an idle network"
                .formatted(NumberText.ratio(slowdown.p99())));
  }

  /** Whether a link between switches is busy enough to hold anybody up. */
  static boolean fills(PortLoads ports) {
    return busiestInside(ports).filter(busiest -> busiest.busy() >= HOLDING_UP).isPresent();
  }

  private static Optional<PortLoad> busiestInside(PortLoads ports) {
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
        ? "%s carried %s times the mean of the %s links of its kind, and the collective waits for the slowest"
            .formatted(name, NumberText.ratio(times), NumberText.count(like.size()))
        : "the %s links like %s were busy %s of the time, and messages waited for them"
            .formatted(NumberText.count(like.size()), name, NumberText.percent(mean));
  }
}
