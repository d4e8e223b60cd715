package dev.headroom.model.fabric;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.CountedNoun;
import java.util.List;

/**
 * Dumbbell topology: two switches joined by a bottleneck, with the hosts of the left ({@code
 * switch-0}) first, then those of the right ({@code switch-1}).
 */
final class Dumbbell {
  static final Knob<Long> LEFT =
      Knob.of("fabric.left", WHOLE, "8", "hosts on the left").within("1", "4095");
  static final Knob<Long> RIGHT =
      Knob.of("fabric.right", WHOLE, "8", "hosts on the right").within("1", "4095");

  static final Topology TOPOLOGY =
      new Topology(
          "dumbbell",
          "two switches with hosts, joined by one link of fabric.links.uplinkRate",
          List.of(LEFT, RIGHT),
          Cables::check,
          Dumbbell::build);

  private Dumbbell() {}

  private static Fabric build(Settings settings) {
    int left = Math.toIntExact(settings.get(LEFT));
    int right = Math.toIntExact(settings.get(RIGHT));
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int host = 0; host < left + right; host++) {
      wiring.host("host-" + host, host);
    }
    int first = wiring.device("switch-0", 1, 0);
    int second = wiring.device("switch-1", 1, 1);
    for (int host = 0; host < left + right; host++) {
      wiring.link(host, host < left ? first : second, cables.host());
    }
    wiring.link(first, second, cables.uplink());
    return wiring.build(
        "dumbbell, " + left + " and " + CountedNoun.of(right, "host"),
        new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
