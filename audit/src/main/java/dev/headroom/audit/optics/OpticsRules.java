package dev.headroom.audit.optics;

import dev.headroom.audit.Rule;
import java.util.List;

/** All rules about cables and transceivers. */
public final class OpticsRules {
  private OpticsRules() {}

  public static List<Rule> all() {
    return List.of(
        new ModuleAlarms(),
        new HotModule(),
        new DarkLanes(),
        new ModuleRanges(),
        new SlotPower(),
        new PostFecBitErrors(),
        new FirmwareLinkFault(),
        new FecOff());
  }
}
