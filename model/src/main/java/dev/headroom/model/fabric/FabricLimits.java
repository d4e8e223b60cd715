package dev.headroom.model.fabric;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import java.util.List;

/** Size limits of a fabric; a larger scenario is taken for a typing error. */
final class FabricLimits {
  static final int HOSTS = 262_144;

  private FabricLimits() {}

  static void hosts(List<KnobConflict> complaints, Knob<?> blamed, long hosts) {
    if (hosts > HOSTS) {
      complaints.add(
          new KnobConflict(blamed.name(), "this makes " + hosts + " hosts", "at most " + HOSTS));
    }
  }

  static void ports(List<KnobConflict> complaints, Knob<?> blamed, String what, long ports) {
    if (ports > FabricBuilder.MOST_PORTS) {
      complaints.add(
          new KnobConflict(
              blamed.name(),
              "%s would have %d ports".formatted(what, ports),
              "at most " + FabricBuilder.MOST_PORTS));
    }
  }
}
