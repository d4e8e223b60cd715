package dev.headroom.prove.rehearse;

import dev.headroom.prove.counters.CounterNames;
import dev.headroom.prove.counters.CounterReading;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Port of a simulated host, with the counters that a real one would show. */
final class VirtualPort {
  /** Counters that a port has from its first reading on. */
  private static final Set<String> ALL =
      Set.of(
          "tx_bytes_phy",
          "rx_bytes_phy",
          "port_xmit_data",
          "port_rcv_data",
          "port_xmit_packets",
          "port_rcv_packets",
          "rx_prio3_pause",
          "rx_prio3_pause_duration",
          "tx_prio3_pause",
          "port_rcv_errors",
          "rx_crc_errors_phy",
          "symbol_error",
          "rx_pcs_symbol_err_phy",
          "rx_corrected_bits_phy",
          "port_xmit_discards",
          "packet_seq_err",
          "out_of_sequence",
          "local_ack_timeout_err",
          "implied_nak_seq_err",
          "rnr_nak_retry_err",
          "req_transport_retries_exceeded",
          "duplicate_request",
          "np_ecn_marked_roce_packets",
          "np_cnp_sent",
          "rp_cnp_handled",
          "rx_discards_phy",
          "rx_icrc_encapsulated",
          "tx_pause_storm_error_events",
          "link_downed",
          "link_down_events_phy",
          "carrier_changes",
          "vport_loopback_bytes",
          "aer_dev_correctable",
          "aer_dev_nonfatal",
          "aer_dev_fatal");

  private final String host;
  private final SortedMap<String, Long> counters = new TreeMap<>();
  private final SortedMap<String, Long> gauges = new TreeMap<>();
  private final Set<String> unreadable = new TreeSet<>();
  private String firmware = "28.43.2026";
  private int boots = 1;

  VirtualPort(String host) {
    this.host = host;
    ALL.forEach(name -> counters.put(name, 0L));
  }

  /** Goes on from a reading, as of a run that is taken up again. */
  void resume(CounterReading last) {
    last.values()
        .forEach(
            (name, value) -> (CounterNames.isGauge(name) ? gauges : counters).put(name, value));
    Optional.ofNullable(last.texts().get(CounterNames.FIRMWARE)).ifPresent(this::firmware);
    String number = last.boot().replaceFirst(".*-", "");
    boots = number.isEmpty() ? boots : Integer.parseInt(number);
    last.missing().keySet().forEach(this::unreadable);
  }

  void grow(String name, long by) {
    counters.merge(name, Math.max(0, by), Long::sum);
  }

  void gauge(String name, long value) {
    gauges.put(name, value);
  }

  void firmware(String version) {
    firmware = version;
  }

  void unreadable(String name) {
    unreadable.add(name);
  }

  /** All counters start anew. */
  void reset() {
    counters.replaceAll((name, value) -> 0L);
  }

  /** The host starts again. */
  void reboot() {
    reset();
    boots++;
  }

  CounterReading read() {
    SortedMap<String, Long> values = new TreeMap<>(counters);
    values.putAll(gauges);
    SortedMap<String, String> missing = new TreeMap<>();
    for (String name : unreadable) {
      values.remove(name);
      missing.put(name, "invalid argument");
    }
    return new CounterReading(
        host + "-boot-" + boots,
        host,
        values,
        new TreeMap<>(Map.of(CounterNames.FIRMWARE, firmware)),
        missing);
  }
}
