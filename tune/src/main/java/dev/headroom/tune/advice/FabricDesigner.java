package dev.headroom.tune.advice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Designer of fabrics from a chip's ports.
 *
 * <p>Two tiers: with p ports and oversubscription r a leaf has up to d = floor(p r / (1 + r)) hosts
 * and u = ceil(d / r) uplinks, and a spine has p ports, so that there are at most p leaves and p d
 * hosts: 8,192 for 128 ports without oversubscription. Parallel links between a leaf and a spine
 * keep the number of spines small. Three tiers are the fat tree of Al-Fares et al. (SIGCOMM 2008)
 * with k^3/4 hosts.
 */
public final class FabricDesigner {
  private static final int MOST_PARALLEL = 64;

  private final ClusterPlan plan;
  private final int ports;

  private FabricDesigner(ClusterPlan plan) {
    this.plan = plan;
    ports = plan.chip().count();
  }

  /**
   * The fabric of a plan.
   *
   * @throws AdviceException if no fabric of the wanted topology has so many hosts, with the
   *     greatest number that it can have
   */
  public static FabricDesign of(ClusterPlan plan) {
    FabricDesigner designer = new FabricDesigner(plan);
    return switch (plan.topology()) {
      case AUTO -> designer.any();
      case SINGLE -> designer.single();
      case LEAF_SPINE, RAIL_OPTIMIZED -> designer.twoTiers();
      case FAT_TREE -> designer.fatTree();
    };
  }

  private FabricDesign any() {
    if (plan.hosts() <= ports && plan.rails() == 1) {
      return single();
    }
    return plan.rails() > 1 || plan.hosts() <= mostOfTwoTiers() ? twoTiers() : fatTree();
  }

  private FabricDesign single() {
    if (plan.hosts() > ports) {
      throw tooMany("one switch", ports);
    }
    return new FabricDesign(
        TopologyChoice.SINGLE,
        Map.of("hosts", plan.hosts()),
        List.of(new SwitchTier("switch", 1, plan.hosts(), 0)),
        plan.hosts(),
        plan.hosts(),
        1);
  }

  /** Hosts of a leaf at most, so that its uplinks fit beside them. */
  private int mostDown() {
    int down = (int) Math.floor(ports * plan.oversubscription() / (1 + plan.oversubscription()));
    while (down > 1 && down + up(down) > ports) {
      down--;
    }
    return Math.min(down, ports - 1);
  }

  private int up(int down) {
    return Math.max(1, (int) Math.ceil(down / plan.oversubscription() - 1e-9));
  }

  private long mostOfTwoTiers() {
    return (long) (ports / plan.rails()) * plan.rails() * mostDown();
  }

  private FabricDesign twoTiers() {
    int rails = plan.rails();
    int perRail = plan.hosts() / rails;
    int pods = Math.ceilDiv(perRail, mostDown());
    if ((long) pods * rails > ports) {
      throw tooMany(
          rails > 1 ? "two tiers with %d rails".formatted(rails) : "two tiers", mostOfTwoTiers());
    }
    if (rails == 1) {
      pods = Math.max(2, pods); // one leaf alone would need no spine
    }
    int down = Math.ceilDiv(perRail, pods);
    int leaves = pods * rails;
    return twoTiers(pods, down, up(down), parallel(leaves, up(down), ports - down));
  }

  /** Parallel links of a leaf and a spine: as many as give the fewest spines, two at least. */
  private int parallel(int leaves, int up, int free) {
    int best = 1;
    for (int links = 2; links <= Math.min(MOST_PARALLEL, ports / leaves); links++) {
      int spines = Math.ceilDiv(up, links);
      int before = Math.ceilDiv(up, best);
      if (spines >= 2 && spines * links <= free && spines < before) {
        best = links;
      }
    }
    return best;
  }

  private FabricDesign twoTiers(int pods, int down, int up, int parallel) {
    int rails = plan.rails();
    int leaves = pods * rails;
    int spines = Math.ceilDiv(up, parallel);
    Map<String, Integer> keys = new LinkedHashMap<>();
    if (rails > 1) {
      keys.put("servers", plan.hosts() / rails);
      keys.put("rails", rails);
      keys.put("serversPerPod", down);
    } else {
      keys.put("leaves", leaves);
      keys.put("hostsPerLeaf", down);
    }
    keys.put("spines", spines);
    keys.put("uplinks", parallel);
    return new FabricDesign(
        rails > 1 ? TopologyChoice.RAIL_OPTIMIZED : TopologyChoice.LEAF_SPINE,
        keys,
        List.of(
            new SwitchTier("leaf", leaves, down, spines * parallel),
            new SwitchTier("spine", spines, leaves * parallel, 0)),
        rails > 1 ? plan.hosts() : leaves * down,
        down,
        (double) down / (spines * parallel));
  }

  private FabricDesign fatTree() {
    int ratio = (int) Math.rint(plan.oversubscription());
    if (ratio != plan.oversubscription()) {
      throw new AdviceException(
          "a fat tree takes a whole number as oversubscription, not %s"
              .formatted(plan.oversubscription()));
    }
    int most = Math.min(ports, 2 * ports / (1 + ratio)) / 2 * 2;
    int k = 2;
    while (k <= most && hostsOf(k, ratio) < plan.hosts()) {
      k += 2;
    }
    if (k > most) {
      throw tooMany("a fat tree of three tiers", hostsOf(most, ratio));
    }
    return fatTree(k, ratio);
  }

  private static long hostsOf(int k, int ratio) {
    return (long) ratio * k * k * k / 4;
  }

  static FabricDesign fatTree(int k, int ratio) {
    int half = k / 2;
    Map<String, Integer> keys = new LinkedHashMap<>();
    keys.put("k", k);
    if (ratio > 1) {
      keys.put("oversubscription", ratio);
    }
    return new FabricDesign(
        TopologyChoice.FAT_TREE,
        keys,
        List.of(
            new SwitchTier("edge", k * half, ratio * half, half),
            new SwitchTier("aggregation", k * half, half, half),
            new SwitchTier("core", half * half, k, 0)),
        Math.toIntExact(hostsOf(k, ratio)),
        ratio * half,
        ratio);
  }

  private AdviceException tooMany(String what, long most) {
    return new AdviceException(
        ("%s of %s with %d ports of %s %s %,d hosts at most%s, and %,d are wanted; use more "
                + "tiers, more ports a switch, or a higher oversubscription")
            .formatted(
                what,
                plan.chip().model().model(),
                ports,
                plan.rate(),
                what.startsWith("two") ? "have" : "has",
                most,
                plan.oversubscription() == 1
                    ? ""
                    : " at an oversubscription of " + plan.oversubscription(),
                plan.hosts()));
  }
}
