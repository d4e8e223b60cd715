package dev.headroom.model.fabric;

import java.util.List;
import java.util.Optional;

/** The shapes that are asked for by name; a graph listed link by link is not among them. */
public final class Topologies {
  private static final List<Topology> ALL =
      List.of(
          LeafSpine.TOPOLOGY,
          FatTree.TOPOLOGY,
          RailOptimized.TOPOLOGY,
          Star.TOPOLOGY,
          Dumbbell.TOPOLOGY,
          SwitchRing.TOPOLOGY);

  private Topologies() {}

  /** Every shape, the usual ones first. */
  public static List<Topology> all() {
    return ALL;
  }

  public static Optional<Topology> named(String name) {
    return ALL.stream().filter(topology -> topology.name().equals(name)).findFirst();
  }
}
