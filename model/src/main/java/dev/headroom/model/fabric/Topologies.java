package dev.headroom.model.fabric;

import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Optional;

/** Topologies selected by name; a graph listed link by link is not among them. */
public final class Topologies {
  private static final List<Topology> ALL =
      Extension.with(
          List.of(
              LeafSpine.TOPOLOGY,
              FatTree.TOPOLOGY,
              RailOptimized.TOPOLOGY,
              Star.TOPOLOGY,
              Dumbbell.TOPOLOGY,
              SwitchRing.TOPOLOGY),
          Topology.class);

  private Topologies() {}

  /** Every shape, the usual ones first. */
  public static List<Topology> all() {
    return ALL;
  }

  public static Optional<Topology> named(String name) {
    return ALL.stream().filter(topology -> topology.name().equals(name)).findFirst();
  }
}
