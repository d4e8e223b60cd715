package dev.headroom.prove.rehearse;

import java.util.Map;

/**
 * What a window of a slice came to. Counts are of the window itself, not scaled.
 *
 * @param ps its length
 * @param byTarget what each link counted, by position among the targets
 * @param measures of the window as a whole: marks, pauses, and their order in a pulse
 * @param packetHops links crossed by packets, for the account of what was simulated
 */
record Window(long ps, Map<Integer, Link> byTarget, Map<String, Double> measures, long packetHops) {
  Window {
    byTarget = Map.copyOf(byTarget);
    measures = Map.copyOf(measures);
  }

  /**
   * What one link counted.
   *
   * @param counts by the kernel's names
   * @param sendGbps payload that arrived of what it sent, once the start is over
   * @param latencyUs longest time of a small message that it sent; NaN if it sent none
   * @param sentPackets packets sent into the cable
   * @param gotPackets packets that came
   * @param busGeneration generation at which its PCIe link ended; 0 where it was not looked at
   */
  record Link(
      Map<String, Long> counts,
      double sendGbps,
      double latencyUs,
      long sentPackets,
      long gotPackets,
      int busGeneration) {
    Link {
      counts = Map.copyOf(counts);
    }

    long of(String name) {
      return counts.getOrDefault(name, 0L);
    }
  }
}
