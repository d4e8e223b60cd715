package dev.headroom.model.fabric;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaf-spine topology: two tiers, every leaf joined to every spine. Host {@code h} hangs off leaf
 * {@code h / hostsPerLeaf}. A leaf's ports are its hosts', then its uplinks spine by spine.
 */
final class LeafSpine {
  static final Knob<Long> LEAVES =
      Knob.of("fabric.leaves", WHOLE, "4", "number of leaf switches").within("1", "4096");
  static final Knob<Long> SPINES =
      Knob.of("fabric.spines", WHOLE, "4", "number of spine switches").within("1", "4096");
  static final Knob<Long> HOSTS_PER_LEAF =
      Knob.of("fabric.hostsPerLeaf", WHOLE, "4", "number of hosts of each leaf")
          .within("1", "4096");
  static final Knob<Long> UPLINKS =
      Knob.of("fabric.uplinks", WHOLE, "1", "number of parallel links from each leaf to each spine")
          .within("1", "64");

  static final Topology TOPOLOGY =
      new Topology(
          "leaf-spine",
          "two tiers; every leaf is connected to every spine",
          List.of(LEAVES, SPINES, HOSTS_PER_LEAF, UPLINKS),
          LeafSpine::check,
          LeafSpine::build);

  private LeafSpine() {}

  private static List<KnobConflict> check(Settings settings) {
    List<KnobConflict> complaints = new ArrayList<>(Cables.check(settings));
    FabricLimits.ports(
        complaints,
        HOSTS_PER_LEAF,
        "a leaf",
        settings.get(HOSTS_PER_LEAF) + settings.get(SPINES) * settings.get(UPLINKS));
    FabricLimits.ports(complaints, LEAVES, "a spine", settings.get(LEAVES) * settings.get(UPLINKS));
    FabricLimits.hosts(complaints, LEAVES, settings.get(LEAVES) * settings.get(HOSTS_PER_LEAF));
    return complaints;
  }

  private static Fabric build(Settings settings) {
    int leaves = Math.toIntExact(settings.get(LEAVES));
    int spines = Math.toIntExact(settings.get(SPINES));
    int hostsPerLeaf = Math.toIntExact(settings.get(HOSTS_PER_LEAF));
    int uplinks = Math.toIntExact(settings.get(UPLINKS));
    int hosts = leaves * hostsPerLeaf;
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < hosts; host++) {
      wiring.host("host-" + host, host);
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      wiring.device("leaf-" + leaf, 1, leaf);
    }
    for (int spine = 0; spine < spines; spine++) {
      wiring.device("spine-" + spine, 2, spine);
    }
    for (int host = 0; host < hosts; host++) {
      wiring.link(host, hosts + host / hostsPerLeaf, cables.host());
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int spine = 0; spine < spines; spine++) {
        for (int uplink = 0; uplink < uplinks; uplink++) {
          wiring.link(hosts + leaf, hosts + leaves + spine, cables.uplink());
        }
      }
    }
    return wiring.build(
        "leaf-spine, %s x %s, %s"
            .formatted(
                CountedNoun.of(leaves, "leaf", "leaves"),
                CountedNoun.of(hostsPerLeaf, "host"),
                CountedNoun.of(spines, "spine")),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
