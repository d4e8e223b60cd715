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
 * Rail-optimized topology of servers with one NIC per rail. Rail {@code r} of every server of a pod
 * connects to the pod's leaf of that rail, and every leaf to every spine of its plane. Each NIC is
 * a host of its own, {@code host-SERVER-rail-RAIL}, and the NICs of a server are a group; they are
 * numbered server by server.
 *
 * <p>Planes share nothing but the servers: rail {@code r} is in plane {@code r} modulo their
 * number, and from one plane to another there is no way but over NVLink within a server. With a
 * plane for each rail it is the multi-plane fat tree of DeepSeek-AI, Insights into DeepSeek-V3,
 * ISCA 2025, section 5.1.
 */
final class RailOptimized {
  static final Knob<Long> SERVERS =
      Knob.of("fabric.servers", WHOLE, "8", "servers").within("1", "65536");
  static final Knob<Long> RAILS =
      Knob.of("fabric.rails", WHOLE, "8", "number of NICs of a server, one per rail")
          .within("1", "128");
  static final Knob<Long> SERVERS_PER_POD =
      Knob.derived(
              "fabric.serversPerPod",
              WHOLE,
              "fabric.servers, which makes one pod",
              "number of servers that share one leaf per rail")
          .within("1", "4095");
  static final Knob<Long> SPINES =
      Knob.of("fabric.spines", WHOLE, "4", "number of spine switches of each plane")
          .within("1", "4096");
  static final Knob<Long> PLANES =
      Knob.of(
              "fabric.planes",
              WHOLE,
              "1",
              "number of planes that share no switch; rails are assigned round robin: rail 0 "
                  + "to the first plane, rail 1 to the second")
          .within("1", "128");
  static final Knob<Long> UPLINKS =
      Knob.of("fabric.uplinks", WHOLE, "1", "number of parallel links from each leaf to each spine")
          .within("1", "64");

  static final Topology TOPOLOGY =
      new Topology(
          "rail-optimized",
          "servers with one NIC per rail, one leaf per rail in each pod, and spines, in one "
              + "or more planes",
          List.of(SERVERS, RAILS, SERVERS_PER_POD, SPINES, PLANES, UPLINKS),
          RailOptimized::check,
          RailOptimized::build);

  private RailOptimized() {}

  private static long serversPerPod(Settings settings) {
    return settings.find(SERVERS_PER_POD).orElse(settings.get(SERVERS));
  }

  private static long pods(Settings settings) {
    return Math.ceilDiv(settings.get(SERVERS), serversPerPod(settings));
  }

  private static List<KnobConflict> check(Settings settings) {
    List<KnobConflict> complaints = new ArrayList<>(Cables.check(settings));
    FabricLimits.ports(
        complaints,
        SERVERS_PER_POD,
        "a leaf",
        serversPerPod(settings) + settings.get(SPINES) * settings.get(UPLINKS));
    FabricLimits.ports(
        complaints,
        SERVERS,
        "a spine",
        pods(settings)
            * Math.ceilDiv(settings.get(RAILS), settings.get(PLANES))
            * settings.get(UPLINKS));
    if (settings.get(PLANES) > settings.get(RAILS)) {
      complaints.add(
          new KnobConflict(
              PLANES.name(),
              "%d planes for %d rails: some planes would be empty"
                  .formatted(settings.get(PLANES), settings.get(RAILS)),
              "at most fabric.rails"));
    }
    FabricLimits.hosts(complaints, SERVERS, settings.get(SERVERS) * settings.get(RAILS));
    return complaints;
  }

  private static Fabric build(Settings settings) {
    int servers = Math.toIntExact(settings.get(SERVERS));
    int rails = Math.toIntExact(settings.get(RAILS));
    int perPod = Math.toIntExact(serversPerPod(settings));
    int pods = Math.toIntExact(pods(settings));
    int spines = Math.toIntExact(settings.get(SPINES));
    int planes = Math.toIntExact(settings.get(PLANES));
    int uplinks = Math.toIntExact(settings.get(UPLINKS));
    int hosts = servers * rails;
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < hosts; host++) {
      wiring.host("host-%d-rail-%d".formatted(host / rails, host % rails), host / rails);
    }
    for (int leaf = 0; leaf < pods * rails; leaf++) {
      wiring.device("leaf-%d-rail-%d".formatted(leaf / rails, leaf % rails), 1, leaf / rails);
    }
    for (int plane = 0; plane < planes; plane++) {
      for (int spine = 0; spine < spines; spine++) {
        String name = planes == 1 ? "spine-" + spine : "spine-%d-plane-%d".formatted(spine, plane);
        wiring.device(name, 2, pods + plane);
      }
    }
    for (int host = 0; host < hosts; host++) {
      int pod = host / rails / perPod;
      wiring.link(host, hosts + pod * rails + host % rails, cables.host());
    }
    for (int leaf = 0; leaf < pods * rails; leaf++) {
      int firstSpine = hosts + pods * rails + leaf % rails % planes * spines;
      for (int spine = 0; spine < spines; spine++) {
        for (int uplink = 0; uplink < uplinks; uplink++) {
          wiring.link(hosts + leaf, firstSpine + spine, cables.uplink());
        }
      }
    }
    return wiring.build(
        "rail-optimized, %s x %s, %s%s"
            .formatted(
                CountedNoun.of(servers, "server"),
                CountedNoun.of(rails, "rail"),
                planes == 1 ? "" : planes + " planes of ",
                CountedNoun.of(spines, "spine")),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
