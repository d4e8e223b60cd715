package dev.headroom.formats.switches;

import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a switch port that correspond to knobs of the simulator, after all references.
 *
 * @param values of the port as a whole
 * @param ofClass of each lossless class: its queue's marks, its headroom
 * @param weights of each queue: its share, or that it is strict
 */
public record PortSettings(
    List<SettingValue> values,
    Map<Integer, List<SettingValue>> ofClass,
    SortedMap<Integer, SettingValue> weights) {
  /** Of a port without any. */
  public static final PortSettings NONE =
      new PortSettings(List.of(), Map.of(), Collections.emptySortedMap());

  /** Keeps copies. */
  public PortSettings {
    values = List.copyOf(values);
    ofClass = Collections.unmodifiableMap(new LinkedHashMap<>(ofClass));
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  /** The port's own, and those of a class. */
  public List<SettingValue> of(int trafficClass) {
    List<SettingValue> all = new ArrayList<>(values);
    all.addAll(ofClass.getOrDefault(trafficClass, List.of()));
    return all;
  }
}
