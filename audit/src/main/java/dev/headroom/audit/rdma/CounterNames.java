package dev.headroom.audit.rdma;

import java.util.List;

/**
 * Names that interface drivers give to auxiliary counters of rules; the counters that rules are
 * about stand in {@code counters.yaml}.
 */
final class CounterNames {
  /**
   * Of the interface that is the same hardware as a port: {@code link_downed} does not move there.
   */
  static final List<String> LINK_DOWN = List.of("link_down_events_phy", "link_down_events");

  /** All frames that came. */
  static final List<String> CAME =
      List.of("rx_packets_phy", "rx_packets", "rx_total_frames", "frames_rx_ok");

  private CounterNames() {}
}
