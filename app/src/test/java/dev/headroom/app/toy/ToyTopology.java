package dev.headroom.app.toy;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FabricBuilder;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.ValueType;
import java.util.List;

/** Switches in a row, with a host each. */
final class ToyTopology {
  private static final Knob<Long> SWITCHES =
      Knob.of("fabric.switchesInRow", ValueType.WHOLE, "3", "switches in the row")
          .within("1", "64");

  /** Its line in a list of topologies. */
  static final Topology TOPOLOGY =
      new Topology(
          "toy-row", "switches in a row", List.of(SWITCHES), Cables::check, ToyTopology::build);

  private ToyTopology() {}

  private static Fabric build(Settings settings) {
    int switches = Math.toIntExact(settings.get(SWITCHES));
    Cables cables = Cables.of(settings);
    FabricBuilder wiring = new FabricBuilder();
    for (int i = 0; i < switches; i++) {
      wiring.host("host-" + i, i);
    }
    for (int i = 0; i < switches; i++) {
      int device = wiring.device("switch-" + i, 1, i);
      wiring.link(i, device, cables.host());
      if (i > 0) {
        wiring.link(device - 1, device, cables.uplink());
      }
    }
    return wiring.build("a row", new BuildRecipe(TOPOLOGY.name(), settings));
  }
}
