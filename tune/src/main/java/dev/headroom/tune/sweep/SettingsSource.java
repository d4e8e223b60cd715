package dev.headroom.tune.sweep;

import java.util.List;
import java.util.Map;

/**
 * Settings of a sweep by their number, computed when they are needed: a sweep may have more of them
 * than fit in memory.
 */
public interface SettingsSource {
  /** Keys that are varied, in the order in which they are laid over the scenario. */
  List<String> keys();

  /** Number of settings. */
  long count();

  /**
   * Settings of a number: key and value, in the order of the keys.
   *
   * @param number from 0
   */
  Map<String, String> settings(long number);

  /** Whether each value of a key occurs with each combination of values of the other keys. */
  boolean isGrid();

  /**
   * Levels of a key for tables of effects: its values, or intervals of its range.
   *
   * @param key position in {@link #keys}
   */
  List<String> levels(int key);

  /** Position in {@link #levels} of a key's value in the settings of a number. */
  int level(long number, int key);

  /** Place of a key's value along its range or list, 0 to 1, for pictures. */
  double place(long number, int key);
}
