package dev.headroom.prove.verdict;

import dev.headroom.prove.counters.Change;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Growth of a link's counters over some slices, with the time of their traffic. */
public final class CounterTotals {
  private static final Set<CounterRule.Group> ERRORS =
      Set.of(CounterRule.Group.DAMAGE, CounterRule.Group.RETRANSMISSION);

  private final Map<String, Long> growth = new TreeMap<>();
  private double seconds;

  void add(Change change) {
    change.growth().forEach((name, value) -> growth.merge(name, value, Long::sum));
  }

  void addSeconds(double more) {
    seconds += more;
  }

  /** Growth of one; 0 where it has none. */
  public long of(String name) {
    return growth.getOrDefault(name, 0L);
  }

  /** Whether the counter was read twice at least. */
  public boolean has(String name) {
    return growth.containsKey(name);
  }

  /** Counters that have grown. */
  public Map<String, Long> moved() {
    Map<String, Long> moved = new TreeMap<>(growth);
    moved.values().removeIf(value -> value == 0);
    return moved;
  }

  /** Seconds of traffic. */
  public double seconds() {
    return seconds;
  }

  /** Bytes that went over the cable in both directions; 0 where no counter says so. */
  public double cableBytes() {
    if (has("tx_bytes_phy")) {
      return (double) of("tx_bytes_phy") + of("rx_bytes_phy");
    }
    return 4.0 * of("port_xmit_data") + 4.0 * of("port_rcv_data");
  }

  /** Whether a counter tells of the cable. */
  public boolean knowsCable() {
    return has("tx_bytes_phy") || has("port_xmit_data");
  }

  /** Packets in both directions. */
  public double packets() {
    return (double) of("port_xmit_packets") + of("port_rcv_packets");
  }

  /** Whether a counter of damage or of retransmissions has grown. */
  public boolean hasErrors() {
    return CounterRule.ALL.stream()
        .filter(rule -> ERRORS.contains(rule.group()))
        .anyMatch(rule -> of(rule.counter()) > 0);
  }

  /** Bytes that were turned round inside the NIC. */
  public double loopedBytes() {
    return of("vport_loopback_bytes");
  }
}
