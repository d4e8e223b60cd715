package dev.headroom.sim.host;

import dev.headroom.model.unit.Time;

/**
 * A time in which a NIC gets no credits from its root complex, so that it can neither read nor
 * write memory.
 *
 * @param fromPs when it begins
 * @param untilPs when it ends; {@code fromPs}: there is none
 */
record Stall(long fromPs, long untilPs) {
  /** When something can be done that would be done at a time. */
  long past(long atPs) {
    return atPs >= fromPs && atPs < untilPs ? untilPs : atPs;
  }

  /** As a report says it of a host; empty before it begins. */
  String toldAt(long nowPs, String host) {
    if (fromPs == untilPs || nowPs < fromPs) {
      return "";
    }
    return "the NIC of %s got no PCIe credits from %s to %s"
        .formatted(host, new Time(fromPs), new Time(untilPs));
  }
}
