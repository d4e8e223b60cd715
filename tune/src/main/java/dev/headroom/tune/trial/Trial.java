package dev.headroom.tune.trial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Trial: settings and a seed that are laid over a scenario, which is then run once.
 *
 * @param index its number in the sweep or search, from 0
 * @param settings key and value as in YAML, in the order in which they are laid over the scenario
 * @param seed seed of all random draws
 */
public record Trial(long index, Map<String, String> settings, long seed) {
  public Trial {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** All that is laid over the scenario, as {@code key=value}. */
  public List<String> overrides() {
    List<String> all = new ArrayList<>();
    settings.forEach((key, value) -> all.add(key + "=" + value));
    all.add("run.seed=" + seed);
    return all;
  }
}
