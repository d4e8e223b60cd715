package dev.headroom.prove.counters;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reading of one device: numbers and texts by the kernel's names, and what could not be read.
 *
 * @param boot boot identity of the host; empty if it has none
 * @param identity PCI address or GUID of the device, which stays when its name changes; may be
 *     empty
 * @param values counters and gauges; see {@link CounterNames} for units
 * @param texts such as {@code firmware}
 * @param missing why a name has no value
 */
public record CounterReading(
    String boot,
    String identity,
    SortedMap<String, Long> values,
    SortedMap<String, String> texts,
    SortedMap<String, String> missing) {
  /** Nothing read yet. */
  public static final CounterReading NONE =
      new CounterReading("", "", new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  private static final String GONE = "it is no longer there";

  public CounterReading {
    values = new TreeMap<>(values);
    texts = new TreeMap<>(texts);
    missing = new TreeMap<>(missing);
  }

  /** What differs from an earlier reading, and no more: {@link #with} puts both together again. */
  public CounterReading since(CounterReading earlier) {
    SortedMap<String, String> gone = new TreeMap<>(missing);
    earlier.values.keySet().stream()
        .filter(name -> !values.containsKey(name))
        .forEach(name -> gone.putIfAbsent(name, GONE));
    return new CounterReading(
        boot, identity, changed(values, earlier.values), changed(texts, earlier.texts), gone);
  }

  /** This reading with what a later one says differs. */
  public CounterReading with(CounterReading later) {
    SortedMap<String, Long> all = new TreeMap<>(values);
    all.putAll(later.values);
    Set<String> gone = new HashSet<>(later.missing.keySet());
    gone.removeAll(later.values.keySet());
    all.keySet().removeAll(gone);
    SortedMap<String, String> words = new TreeMap<>(texts);
    words.putAll(later.texts);
    return new CounterReading(later.boot, later.identity, all, words, later.missing);
  }

  private static <V> SortedMap<String, V> changed(Map<String, V> now, Map<String, V> before) {
    SortedMap<String, V> changed = new TreeMap<>();
    now.forEach((name, value) -> {
      if (!value.equals(before.get(name))) {
        changed.put(name, value);
      }
    });
    return changed;
  }
}
