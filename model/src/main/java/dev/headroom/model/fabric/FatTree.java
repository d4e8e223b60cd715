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
 * Three-tier fat tree of k-port switches (Al-Fares et al., SIGCOMM 2008, section 2.2).
 *
 * <p>k pods, each of k/2 edge and k/2 aggregation switches; (k/2)^2 cores. Aggregation switch
 * {@code j} of every pod is joined to cores {@code j*k/2 .. (j+1)*k/2 - 1}. An edge switch has k/2
 * uplinks and {@code oversubscription * k/2} hosts, so there are {@code oversubscription * k^3/4}
 * hosts: 128 for k = 8, 1,024 for k = 16, 8,192 for k = 32.
 */
final class FatTree {
  static final Knob<Long> K =
      Knob.of(
              "fabric.k",
              WHOLE,
              "4",
              "number of ports of a switch, an even number; the fabric has k pods and k^3/4 hosts")
          .within("2", "128");
  static final Knob<Long> OVERSUBSCRIPTION =
      Knob.of("fabric.oversubscription", WHOLE, "1", "number of hosts of an edge switch per uplink")
          .within("1", "64");

  static final Topology TOPOLOGY =
      new Topology(
          "fat-tree",
          "three tiers of k-port switches: edge, aggregation, core",
          List.of(K, OVERSUBSCRIPTION),
          FatTree::check,
          FatTree::build);

  private FatTree() {}

  private static List<KnobConflict> check(Settings settings) {
    List<KnobConflict> complaints = new ArrayList<>(Cables.check(settings));
    long k = settings.get(K);
    if (k % 2 != 0) {
      complaints.add(
          new KnobConflict(
              K.name(), k + " is odd", "half of a switch's ports are uplinks: use " + (k + 1)));
    }
    FabricLimits.hosts(complaints, K, settings.get(OVERSUBSCRIPTION) * k * k * k / 4);
    return complaints;
  }

  private static Fabric build(Settings settings) {
    int k = Math.toIntExact(settings.get(K));
    int half = k / 2;
    int hostsPerEdge = half * Math.toIntExact(settings.get(OVERSUBSCRIPTION));
    int edges = k * half;
    int hosts = edges * hostsPerEdge;
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < hosts; host++) {
      wiring.host("host-" + host, host);
    }
    for (int edge = 0; edge < edges; edge++) {
      wiring.device("edge-" + edge, 1, edge / half);
    }
    for (int aggregation = 0; aggregation < edges; aggregation++) {
      wiring.device("agg-" + aggregation, 2, aggregation / half);
    }
    for (int core = 0; core < half * half; core++) {
      wiring.device("core-" + core, 3, k);
    }
    for (int host = 0; host < hosts; host++) {
      wiring.link(host, hosts + host / hostsPerEdge, cables.host());
    }
    for (int edge = 0; edge < edges; edge++) {
      for (int j = 0; j < half; j++) {
        wiring.link(hosts + edge, hosts + edges + edge / half * half + j, cables.uplink());
      }
    }
    for (int aggregation = 0; aggregation < edges; aggregation++) {
      for (int i = 0; i < half; i++) {
        int core = aggregation % half * half + i;
        wiring.link(hosts + edges + aggregation, hosts + 2 * edges + core, cables.uplink());
      }
    }
    return wiring.build(
        "fat tree, k = " + k + ", " + CountedNoun.of(hosts, "host"),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
