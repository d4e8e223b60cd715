package dev.headroom.app.results;

import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Traces each pause to where it starts. A switch that pauses its neighbours does so because one of
 * its own ports backs up: the one with the deepest queue. If that port is itself paused for a good
 * part of that time, the search goes on at the node that pauses it; else the port is the root.
 */
final class PauseRoots {
  /**
   * A port paused for less than this share of the worst pause its node causes is no link in a
   * chain.
   */
  private static final double CHAIN = 0.1;

  private final Ports ports;
  private final Map<Integer, PortLoad> deepest = new LinkedHashMap<>();
  private final Map<Integer, Long> worstCaused = new LinkedHashMap<>();

  private PauseRoots(Ports ports) {
    this.ports = ports;
    for (PortLoad load : ports.loads()) {
      if (load.peakQueueBytes() > 0) {
        deepest.merge(load.port().node(), load, PauseRoots::deeper);
      }
      if (load.pausedPs() > 0) {
        worstCaused.merge(load.port().peer(), load.pausedPs(), Math::max);
      }
    }
  }

  /** The roots, the one that cost most first. */
  static List<PauseRoot> of(Ports ports) {
    return new PauseRoots(ports).roots();
  }

  /** Where the pauses of this port start; what they cost in all is not known here. */
  static String behind(PortLoad paused, Ports ports) {
    return new PauseRoots(ports).trace(paused.port().peer()).place();
  }

  private List<PauseRoot> roots() {
    Map<Integer, PauseRoot> byPauser = new LinkedHashMap<>();
    Map<String, PauseRoot> byPlace = new LinkedHashMap<>();
    for (PortLoad load : ports.loads()) {
      if (load.pauses() > 0 || load.pausedPs() > 0) {
        PauseRoot root = byPauser.computeIfAbsent(load.port().peer(), this::trace);
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

  private PauseRoot trace(int pauser) {
    BitSet seen = new BitSet();
    int at = pauser;
    while (true) {
      Node node = ports.fabric().nodes().get(at);
      PortLoad port = deepest.get(at);
      if (node.isHost() || port == null) {
        return new PauseRoot(node.name(), at, 0, 0, false);
      }
      seen.set(at);
      boolean chained = port.pausedPs() >= CHAIN * worstCaused.getOrDefault(at, 0L);
      if (!chained || port.pausedPs() == 0) {
        return new PauseRoot(port.name(ports.fabric()), at, 0, 0, false);
      }
      at = port.port().peer();
      if (seen.get(at)) {
        return new PauseRoot(port.name(ports.fabric()), at, 0, 0, true);
      }
    }
  }

  private static PauseRoot joined(PauseRoot a, PauseRoot b) {
    return new PauseRoot(
        a.place(),
        a.node(),
        a.pausedPs() + b.pausedPs(),
        a.pauses() + b.pauses(),
        a.cyclic() || b.cyclic());
  }

  private static PortLoad deeper(PortLoad a, PortLoad b) {
    return b.peakQueueBytes() > a.peakQueueBytes() ? b : a;
  }
}
