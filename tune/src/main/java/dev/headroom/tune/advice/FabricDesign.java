package dev.headroom.tune.advice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Design of a fabric, or of a piece of one.
 *
 * @param topology of the simulator
 * @param keys of the scenario's section {@code fabric} that give its size, in order
 * @param tiers from the hosts upwards
 * @param hosts NICs that it has room for
 * @param hostsPerLeaf NICs of a switch of the lowest tier
 * @param oversubscription capacity down over capacity up at the lowest tier; 1 for one switch
 */
public record FabricDesign(
    TopologyChoice topology,
    Map<String, Integer> keys,
    List<SwitchTier> tiers,
    int hosts,
    int hostsPerLeaf,
    double oversubscription) {
  public FabricDesign {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    tiers = List.copyOf(tiers);
  }

  /** Number of its switches. */
  public int switches() {
    return tiers.stream().mapToInt(SwitchTier::switches).sum();
  }

  /** Ports in use of the switch that uses most. */
  public int ports() {
    return tiers.stream().mapToInt(SwitchTier::ports).max().orElse(0);
  }

  /** Whether packets have several ways from one leaf to another. */
  public boolean isMultipath() {
    return tiers.getFirst().up() > 1;
  }

  /** Cables between switches. */
  public int trunks() {
    return tiers.stream().mapToInt(tier -> tier.switches() * tier.up()).sum();
  }
}
