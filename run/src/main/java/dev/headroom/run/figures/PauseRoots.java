package dev.headroom.run.figures;

import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Search for the origin of each pause. A switch that pauses its neighbours does so because one of
 * its own ports backs up: the one with the deepest queue, which takes the buffer from all, of the
 * classes that are paused. If that port is itself paused for a good part of that time, the search
 * goes on at the node that pauses it; else the port is the root.
 *
 * <p>Where that leads back to itself it need not be a ring of waiting: two queues may take the
 * buffer from each other's traffic. Then only queues count in which packets stand that came through
 * the paused port: nothing goes back to where it came from, and what came down from a higher tier
 * goes on down. A fabric whose pauses cannot wait for each other has no ring of these.
 */
public final class PauseRoots {
  /**
   * A port paused for less than this share of the worst pause its node causes is no link in a
   * chain.
   */
  private static final double CHAIN = 0.1;

  private final PortLoads ports;

  /** The ports of each node that had a queue, the deepest first. */
  private final Map<Integer, List<PortLoad>> queued = new LinkedHashMap<>();

  private final Map<Integer, Long> worstCaused = new LinkedHashMap<>();

  private PauseRoots(PortLoads ports) {
    this.ports = ports;
    for (PortLoad load : ports.loads()) {
      if (load.peakQueueBytes() > 0) {
        queued.computeIfAbsent(load.port().node(), _ -> new ArrayList<>()).add(load);
      }
      if (load.pausedPs() > 0) {
        worstCaused.merge(load.port().peer(), load.pausedPs(), Math::max);
      }
    }
    queued
        .values()
        .forEach(list -> list.sort(Comparator.comparingLong(PortLoad::peakQueueBytes).reversed()));
  }

  /** The roots, the one that cost most first. */
  public static List<PauseRoot> of(PortLoads ports) {
    return new PauseRoots(ports).roots();
  }

  /** Where the pauses of this port start; what they cost in all is not known here. */
  public static String rootOf(PortLoad paused, PortLoads ports) {
    return new PauseRoots(ports).trace(paused).place();
  }

  private List<PauseRoot> roots() {
    Map<String, PauseRoot> byPlace = new LinkedHashMap<>();
    for (PortLoad load : ports.loads()) {
      if (load.pauses() > 0 || load.pausedPs() > 0) {
        PauseRoot root = trace(load);
        byPlace.merge(
            root.place(),
            new PauseRoot(root.place(), root.node(), load.pausedPs(), load.pauses(), root.cyclic()),
            PauseRoots::joined);
      }
    }
    List<PauseRoot> roots = new ArrayList<>(byPlace.values());
    roots.sort(
        Comparator.comparingLong(PauseRoot::pausedPs).reversed().thenComparing(PauseRoot::place));
    return roots;
  }

  private PauseRoot trace(PortLoad paused) {
    PauseRoot root = trace(paused, this::deepest);
    return root.cyclic() ? trace(paused, this::deepestOnTheWay) : root;
  }

  private PauseRoot trace(PortLoad paused, Function<PortLoad, Optional<PortLoad>> cause) {
    BitSet seen = new BitSet();
    PortLoad from = paused;
    while (true) {
      Node pauser = ports.to(from);
      Optional<PortLoad> next = pauser.isHost() ? Optional.empty() : cause.apply(from);
      if (next.isEmpty()) {
        return new PauseRoot(pauser.name(), pauser.id(), 0, 0, false);
      }
      PortLoad port = next.get();
      boolean chained =
          port.pausedPs() > 0
              && port.pausedPs() >= CHAIN * worstCaused.getOrDefault(pauser.id(), 0L);
      if (!chained) {
        return new PauseRoot(port.name(ports.fabric()), pauser.id(), 0, 0, false);
      }
      if (seen.get(port.index())) {
        return new PauseRoot(port.name(ports.fabric()), port.port().peer(), 0, 0, true);
      }
      seen.set(port.index());
      from = port;
    }
  }

  /** The deepest queue at the node that paused a port. */
  private Optional<PortLoad> deepest(PortLoad from) {
    return deepest(queued.getOrDefault(from.port().peer(), List.of()), from);
  }

  /** The deepest of the classes that were paused; of all where no packet of these stood there. */
  private static Optional<PortLoad> deepest(List<PortLoad> queued, PortLoad from) {
    return queued.stream()
        .filter(port -> queueBytes(port, from) > 0)
        .max(Comparator.comparingLong(port -> queueBytes(port, from)))
        .or(() -> queued.stream().findFirst());
  }

  /** The deepest queue of a port in a class in which another was paused. */
  private static long queueBytes(PortLoad port, PortLoad paused) {
    long[] peaks = port.port().peakQueueBytes();
    long deepest = 0;
    for (int priority = 0; priority < peaks.length; priority++) {
      if (paused.port().pausedPs()[priority] > 0) {
        deepest = Math.max(deepest, peaks[priority]);
      }
    }
    return deepest;
  }

  /** The deepest of those in which packets may stand that came through it. */
  private Optional<PortLoad> deepestOnTheWay(PortLoad from) {
    Node before = ports.from(from);
    Node at = ports.to(from);
    List<PortLoad> others =
        queued.getOrDefault(at.id(), List.of()).stream()
            .filter(port -> port.port().peer() != before.id())
            .toList();
    List<PortLoad> onTheWay =
        others.stream()
            .filter(port -> before.tier() <= at.tier() || ports.to(port).tier() < at.tier())
            .toList();
    return deepest(onTheWay, from).or(() -> deepest(others, from)); // around a link that has failed
  }

  private static PauseRoot joined(PauseRoot a, PauseRoot b) {
    return new PauseRoot(
        a.place(),
        a.node(),
        a.pausedPs() + b.pausedPs(),
        a.pauses() + b.pauses(),
        a.cyclic() || b.cyclic());
  }
}
