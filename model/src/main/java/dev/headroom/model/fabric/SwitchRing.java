package dev.headroom.model.fabric;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.CountedNoun;
import java.util.List;

/**
 * Ring of switches with hosts: the smallest fabric whose shortest paths can form a cyclic wait.
 * With five switches and every host sending two switches on, each link of the ring carries a flow
 * that goes on to the next: a cyclic buffer dependency (Hu et al., HotNets 2016).
 */
final class SwitchRing {
  static final Knob<Long> LENGTH =
      Knob.of("fabric.length", WHOLE, "5", "number of switches in the ring").within("3", "1024");
  static final Knob<Long> HOSTS_PER_SWITCH =
      Knob.of("fabric.hostsPerSwitch", WHOLE, "1", "number of hosts of each switch")
          .within("1", "1024");

  static final Topology TOPOLOGY =
      new Topology(
          "ring",
          "switches in a ring, each with hosts, for cyclic buffer dependencies",
          List.of(LENGTH, HOSTS_PER_SWITCH),
          Cables::check,
          SwitchRing::build);

  private SwitchRing() {}

  private static Fabric build(Settings settings) {
    int length = Math.toIntExact(settings.get(LENGTH));
    int perSwitch = Math.toIntExact(settings.get(HOSTS_PER_SWITCH));
    int hosts = length * perSwitch;
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < hosts; host++) {
      wiring.host("host-" + host, host);
    }
    for (int i = 0; i < length; i++) {
      wiring.device("switch-" + i, 1, i);
    }
    for (int host = 0; host < hosts; host++) {
      wiring.link(host, hosts + host / perSwitch, cables.host());
    }
    for (int i = 0; i < length; i++) {
      wiring.link(hosts + i, hosts + (i + 1) % length, cables.uplink());
    }
    return wiring.build(
        "ring of %d switches, %s each".formatted(length, CountedNoun.of(perSwitch, "host")),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
