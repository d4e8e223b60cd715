package dev.headroom.prove.counters;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Last reading of each device. A counter below its last value has started anew, and is no rate of
 * 2^64; a new boot identity or another device starts all of them anew. Not thread-safe.
 */
public final class Baselines {
  private static final long TURN = 1L << 32;

  private final Map<String, CounterReading> last = new HashMap<>();

  /** Takes a reading, and says what has changed since the last one of this device. */
  public Change advance(String device, CounterReading now) {
    CounterReading before = last.put(device, now);
    if (before == null) {
      return new Change(Map.of(), Set.of(), true, false, false);
    }
    boolean isReplaced =
        !before.identity().isEmpty()
            && !now.identity().isEmpty()
            && !before.identity().equals(now.identity());
    boolean isReboot = !before.boot().equals(now.boot()) && !before.boot().isEmpty();
    Map<String, Long> growth = new HashMap<>();
    Set<String> restarted = new TreeSet<>();
    now.values()
        .forEach((name, value) -> {
          Long old = before.values().get(name);
          if (old == null || CounterNames.isGauge(name) || isReplaced) {
            return;
          }
          if (isReboot) {
            growth.put(name, value);
          } else if (value >= old) {
            growth.put(name, value - old);
          } else if (isTurn(name, old, value)) {
            growth.put(name, value + TURN - old);
          } else {
            growth.put(name, value);
            restarted.add(name);
          }
        });
    return new Change(growth, restarted, false, isReboot, isReplaced);
  }

  /** The last reading of a device. */
  public CounterReading last(String device) {
    return last.getOrDefault(device, CounterReading.NONE);
  }

  private static boolean isTurn(String name, long old, long now) {
    return CounterNames.turnsOver(name) && old < TURN && old > TURN / 4 * 3 && now < TURN / 4;
  }
}
