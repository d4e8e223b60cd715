package dev.headroom.sim.nic;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Time;

/**
 * Period in which a NIC gets no credits from its root complex, so that it can neither read nor
 * write memory.
 *
 * @param fromPs when it begins
 * @param untilPs when it ends; {@code fromPs}: there is none
 */
record PcieStall(long fromPs, long untilPs) {
  /** What a scenario says for a host. */
  static PcieStall of(Settings own) {
    return own.find(PcieKnobs.STALL_AT)
        .map(at -> new PcieStall(at.ps(), at.ps() + own.get(PcieKnobs.STALL_FOR).ps()))
        .orElse(new PcieStall(0, 0));
  }

  /** Whether it is on. */
  boolean isOn(long atPs) {
    return atPs >= fromPs && atPs < untilPs;
  }

  /** When something can be done that would be done at a time. */
  long past(long atPs) {
    return isOn(atPs) ? untilPs : atPs;
  }

  /** As a report says it of a host; empty before it begins. */
  String stallText(long nowPs, String host) {
    if (fromPs == untilPs || nowPs < fromPs) {
      return "";
    }
    return "the NIC of %s got no PCIe credits from %s to %s"
        .formatted(host, new Time(fromPs), new Time(untilPs));
  }
}
