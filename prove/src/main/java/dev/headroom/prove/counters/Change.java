package dev.headroom.prove.counters;

import java.util.Map;
import java.util.Set;

/**
 * Change of a device's counters from one reading to the next.
 *
 * @param growth of each counter that has a baseline, 0 or more; of a counter that started anew what
 *     it has counted since, which is the least that can have happened
 * @param restarted counters that are below their last value without a reboot
 * @param isFirst whether this is the first reading: a baseline, and never an alarm
 * @param isReboot whether the host has started again since
 * @param isReplaced whether it is another device now, by PCI address or GUID
 */
public record Change(
    Map<String, Long> growth,
    Set<String> restarted,
    boolean isFirst,
    boolean isReboot,
    boolean isReplaced) {
  public Change {
    growth = Map.copyOf(growth);
    restarted = Set.copyOf(restarted);
  }

  /** Growth of one counter; 0 where it has no baseline. */
  public long of(String name) {
    return growth.getOrDefault(name, 0L);
  }
}
