package dev.headroom.model.fabric;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.CountedNoun;
import java.util.List;

/** Star topology: one switch with all hosts around it, {@code host-0..}, {@code switch-0}. */
final class Star {
  static final Knob<Long> HOSTS = Knob.of("fabric.hosts", WHOLE, "16", "hosts").within("1", "4096");

  static final Topology TOPOLOGY =
      new Topology(
          "single", "one switch with all hosts", List.of(HOSTS), Cables::check, Star::build);

  private Star() {}

  private static Fabric build(Settings settings) {
    int hosts = Math.toIntExact(settings.get(HOSTS));
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < hosts; host++) {
      wiring.host("host-" + host, host);
    }
    int center = wiring.device("switch-0", 1, 0);
    for (int host = 0; host < hosts; host++) {
      wiring.link(host, center, cables.host());
    }
    return wiring.build(
        "single switch, " + CountedNoun.of(hosts, "host"),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
