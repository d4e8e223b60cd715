package dev.headroom.run.summary;

import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.NicStallTimes;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Bottleneck inside a host, by the time that it stalled the host's NIC.
 *
 * <p>It is told where it did so for at least {@link #HELD} of the run; of what makes packets slow
 * one by one only where the NIC was at work for at least {@link #AT_WORK}, since else it may have
 * caught up; and only if no link was busy {@link HeadlineSelector#SATURATED} of the time.
 *
 * @param kind what a headline calls it
 * @param host where it is worst, the first of equals
 * @param counts of that host
 * @param own settings of that host
 * @param sending whether it is on the way out
 * @param by which part held it up longest
 * @param share of the run for which all parts of this kind did, 0 to 1
 * @param others hosts beside it of which the same is to be said
 */
record HostBottleneck(
    Headline.Kind kind,
    Node host,
    HostPcieCounts counts,
    Settings own,
    boolean sending,
    NicStallCause by,
    double share,
    long others) {
  /** Share of the time from which on it is told. */
  static final double HELD = 0.1;

  /** Share of the time for which a NIC is at work that the network waits for. */
  static final double AT_WORK = 0.7;

  /** Of these nothing else goes on meanwhile, or the NIC has nothing to do. */
  private static final Set<Headline.Kind> STOPPING =
      Set.of(
          Headline.Kind.HOST_STALL,
          Headline.Kind.PCIE_ERRORS,
          Headline.Kind.REGISTRATION,
          Headline.Kind.PAGE_FAULTS);

  /** The worst there is, if any. */
  static Optional<HostBottleneck> of(
      Scenario scenario, RunResult result, PortLoads ports, long durationPs) {
    boolean saturated =
        ports.loads().stream().anyMatch(load -> load.busy() >= HeadlineSelector.SATURATED);
    if (saturated || durationPs <= 0 || result.slots().isEmpty()) {
      return Optional.empty();
    }
    Map<String, Node> hosts =
        scenario.fabric().hosts().stream().collect(Collectors.toMap(Node::name, host -> host));
    List<HostBottleneck> all = new ArrayList<>();
    for (HostPcieCounts slot : result.slots()) {
      Node host = hosts.get(slot.host());
      if (host != null) {
        Settings own = scenario.at(host);
        worst(host, slot, own, true, durationPs).ifPresent(all::add);
        worst(host, slot, own, false, durationPs).ifPresent(all::add);
      }
    }
    double most = all.stream().mapToDouble(HostBottleneck::share).max().orElse(0);
    return all.stream()
        .filter(each -> each.share() == most)
        .findFirst()
        .map(first -> first.withOthers(all));
  }

  private HostBottleneck withOthers(List<HostBottleneck> all) {
    long same =
        all.stream()
            .filter(each -> each.kind() == kind && !each.host().equals(host))
            .map(HostBottleneck::host)
            .distinct()
            .count();
    return new HostBottleneck(kind, host, counts, own, sending, by, share, same);
  }

  private static Optional<HostBottleneck> worst(
      Node host, HostPcieCounts slot, Settings own, boolean sending, long durationPs) {
    NicStallTimes held = sending ? slot.inside().sending() : slot.inside().receiving();
    Map<Headline.Kind, Long> sums = new EnumMap<>(Headline.Kind.class);
    Map<Headline.Kind, NicStallCause> longest = new EnumMap<>(Headline.Kind.class);
    for (NicStallCause by : NicStallCause.values()) {
      kind(by, own, slot)
          .filter(_ -> held.ps(by) > 0)
          .ifPresent(kind -> {
            sums.merge(kind, held.ps(by), Long::sum);
            longest.merge(kind, by, (a, b) -> held.ps(b) > held.ps(a) ? b : a);
          });
    }
    double atWork = (double) held.atWorkPs() / durationPs;
    return sums.entrySet().stream()
        .filter(each -> STOPPING.contains(each.getKey()) || atWork >= AT_WORK)
        .filter(each -> each.getValue() >= HELD * durationPs)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .map(kind ->
            new HostBottleneck(
                kind,
                host,
                slot,
                own,
                sending,
                longest.getOrDefault(kind, NicStallCause.POSTING),
                Math.min(1, (double) sums.getOrDefault(kind, 0L) / durationPs),
                0));
  }

  /** What a headline calls it; empty of what it does not tell. */
  private static Optional<Headline.Kind> kind(NicStallCause by, Settings own, HostPcieCounts slot) {
    return switch (by) {
      case STALL -> Optional.of(Headline.Kind.HOST_STALL);
      case RETRAINING, REPLAYS -> Optional.of(Headline.Kind.PCIE_ERRORS);
      case PEER -> Optional.of(Headline.Kind.GPU_PATH);
      case LINK ->
          Optional.of(
              slot.generation() < own.get(PcieKnobs.GENERATION)
                  ? Headline.Kind.PCIE_ERRORS // it has come up at a lower speed
                  : Headline.Kind.PCIE_LINK);
      case READS, WRITES -> Optional.of(Headline.Kind.PCIE_WINDOW);
      case UPLINK ->
          Optional.of(
              isWithoutGpuDirect(own) && PciePaths.usesUplinkTwice(own)
                  ? Headline.Kind.GPUDIRECT_OFF // it would not need that link
                  : Headline.Kind.PCIE_SHARED);
      case IOMMU, TRANSLATIONS -> Optional.of(Headline.Kind.TRANSLATION_MISSES);
      case TRANSLATION_RATE -> Optional.of(Headline.Kind.TRANSLATION_RATE);
      case CONTEXTS -> Optional.of(Headline.Kind.CONTEXT_MISSES);
      case COPIES -> Optional.of(Headline.Kind.GPUDIRECT_OFF);
      case REGISTRATION -> Optional.of(Headline.Kind.REGISTRATION);
      case PAGE_FAULTS -> Optional.of(Headline.Kind.PAGE_FAULTS);
      case MESSAGES, POSTING -> Optional.empty();
    };
  }

  /** Whether payload is copied through host memory though it was to lie in a GPU's. */
  static boolean isWithoutGpuDirect(Settings own) {
    return own.get(PcieKnobs.MEMORY) == MemoryPlace.GPU
        && PciePaths.place(own) == MemoryPlace.STAGED;
  }
}
