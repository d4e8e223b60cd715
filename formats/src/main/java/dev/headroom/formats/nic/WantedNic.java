package dev.headroom.formats.nic;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wanted knobs of a NIC.
 *
 * @param host its host
 * @param nic by all its names
 * @param knobs by name, as scenarios write them
 */
public record WantedNic(String host, NicIdentity nic, SortedMap<String, String> knobs) {
  /** Keeps a copy. */
  public WantedNic {
    knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
  }

  public static WantedNic of(String host, NicIdentity nic, Map<String, String> knobs) {
    return new WantedNic(host, nic, new TreeMap<>(knobs));
  }
}
