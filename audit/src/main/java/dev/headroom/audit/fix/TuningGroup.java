package dev.headroom.audit.fix;

import java.util.List;

/**
 * Group of tunings that the script makes together or not at all.
 *
 * @param calls functions of the script with their arguments
 */
public record TuningGroup(String title, List<Call> calls) {
  /** Keeps a copy. */
  public TuningGroup {
    calls = List.copyOf(calls);
  }

  /**
   * Call of a function of the script.
   *
   * @param words its arguments, not yet quoted
   */
  record Call(String function, List<String> words) {
    static Call of(String function, String... words) {
      return new Call(function, List.of(words));
    }
  }
}
