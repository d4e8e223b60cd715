package dev.headroom.prove.alarm;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Machine of a virtual fleet: four NICs that carry a training job, a step of 30 s at a time. Its
 * counters are not zero when it is first seen, and a little goes wrong all the time, as it does.
 */
final class VirtualHost {
  static final int NICS = 4;
  private static final double STEP_SECONDS = 30;
  private static final double RATE = 40e9;

  private final String name;
  private final Random random;
  private final Map<Series, Double> values = new HashMap<>();
  private int boot = 1;
  private boolean answersMarks = true;

  VirtualHost(String name, long seed) {
    this.name = name;
    random = new Random(seed);
    boot();
    for (int nic = 0; nic < NICS; nic++) {
      String device = "mlx5_" + nic;
      values.put(port("state_id", nic), 4.0);
      values.put(port("rate_bytes_per_second", nic), 5e10);
      values.put(
          Series.of(
              "headroom_rdma_device_info",
              "device",
              device,
              "guid",
              name + nic,
              "netdev",
              "eth" + nic),
          1.0);
      values.put(Series.of("headroom_pcie_link_lanes", "device", device), 16.0);
      values.put(Series.of("headroom_pcie_link_transfers_per_second", "device", device), 32e9);
      values.put(
          Series.of("headroom_transceiver_temperature_celsius", "device", "eth" + nic), 55.0);
    }
    for (int gpu = 0; gpu < NICS; gpu++) {
      values.put(Series.of("DCGM_FI_DEV_GPU_UTIL", "gpu", "" + gpu), 97.0);
      values.put(Series.of("DCGM_FI_DEV_GPU_TEMP", "gpu", "" + gpu), 66.0);
    }
    reset();
  }

  /** Counters after the driver was loaded: not zero, since somebody used the machine before. */
  private void reset() {
    for (int nic = 0; nic < NICS; nic++) {
      for (String counter :
          new String[] {
            "link_downed_total",
            "symbol_error_total",
            "packet_sequence_errors_total",
            "local_ack_timeout_errors_total",
            "implied_nak_seq_errors_total",
            "np_ecn_marked_roce_packets_received_total",
            "np_cnp_packets_sent_total",
            "port_packets_received_total",
            "port_data_transmitted_bytes_total",
            "rp_cnp_ignored_packets_received_total",
            "rnr_nak_retry_packets_received_total"
          }) {
        values.put(port(counter, nic), (double) random.nextInt(100_000));
      }
      for (String counter :
          new String[] {
            "received_prio3_pause", "received_prio3_pause_duration", "transmitted_prio3_pause",
            "received_prio3_discards", "received_discards_phy", "received_pcs_symbol_err_phy",
            "link_down_events_phy"
          }) {
        values.put(ethtool(counter, nic), (double) random.nextInt(100_000));
      }
      for (String severity : new String[] {"correctable", "nonfatal", "fatal"}) {
        values.put(aer(nic, severity), (double) random.nextInt(10));
      }
    }
    values.put(
        Series.of("node_network_transmit_bytes_total", "device", "eno1"),
        random.nextDouble() * 1e9);
    values.put(xid(), 0.0);
  }

  static Series port(String metric, int nic) {
    return Series.of("node_infiniband_" + metric, "device", "mlx5_" + nic, "port", "1");
  }

  static Series ethtool(String metric, int nic) {
    return Series.of("node_ethtool_" + metric, "device", "eth" + nic);
  }

  static Series aer(int nic, String severity) {
    return Series.of(
        "headroom_pcie_aer_total",
        "device",
        "0000:%02x:00.0".formatted(16 + nic),
        "severity",
        severity);
  }

  static Series xid() {
    return Series.of("headroom_kernel_log_findings_total", "rule", "gpu.xid", "severity", "error");
  }

  /** A counter goes on by so much. */
  void add(Series series, double by) {
    values.merge(series, by, Double::sum);
  }

  void set(Series series, double value) {
    values.put(series, value);
  }

  void remove(Series series) {
    values.remove(series);
  }

  /** The machine was started again: other boot, other counters. */
  void reboot() {
    values.remove(Series.of("headroom_boot_info", "boot_id", name + boot));
    boot++;
    boot();
    reset();
  }

  private void boot() {
    values.put(Series.of("headroom_boot_info", "boot_id", name + boot), 1.0);
  }

  /** Two cards have changed their names, and each takes its counters along. */
  void swapNames() {
    Map<Series, Double> swapped = new HashMap<>();
    values.forEach((series, value) -> swapped.put(swapped(series), value));
    values.clear();
    values.putAll(swapped);
  }

  private static Series swapped(Series series) {
    String device = series.label("device");
    String other =
        switch (device) {
          case "mlx5_0" -> "mlx5_1";
          case "mlx5_1" -> "mlx5_0";
          default -> device;
        };
    if (other.equals(device)) {
      return series;
    }
    Map<String, String> labels = new HashMap<>(series.labels());
    labels.put("device", other);
    return new Series(series.name(), new java.util.TreeMap<>(labels));
  }

  /** Whether its first NIC sends CNPs. */
  void answerMarks(boolean answers) {
    answersMarks = answers;
  }

  /** A step of the job: bytes, packets, a few marks that are answered, a pause now and then. */
  void work(double share) {
    for (int nic = 0; nic < NICS; nic++) {
      add(port("port_data_transmitted_bytes_total", nic), noise(share * RATE * STEP_SECONDS));
      double packets = noise(share * RATE / 4096 * STEP_SECONDS);
      add(port("port_packets_received_total", nic), packets);
      add(port("np_ecn_marked_roce_packets_received_total", nic), Math.rint(packets * 0.004));
      if (answersMarks || nic > 0) {
        add(port("np_cnp_packets_sent_total", nic), Math.rint(packets * 0.002));
      }
      add(ethtool("received_prio3_pause", nic), random.nextInt(20));
      add(ethtool("received_prio3_pause_duration", nic), random.nextInt(20_000));
      if (random.nextInt(200) == 0) {
        add(port("packet_sequence_errors_total", nic), 1);
      }
    }
    add(Series.of("node_network_transmit_bytes_total", "device", "eno1"), noise(1e7));
    for (int nic = 0; nic < NICS; nic++) {
      set(
          Series.of("headroom_transceiver_temperature_celsius", "device", "eth" + nic),
          55 + Math.rint(random.nextGaussian()));
    }
  }

  private double noise(double mean) {
    return Math.rint(mean * (1 + 0.03 * random.nextGaussian()));
  }

  HostSample sample(Instant now) {
    values.put(Series.of("headroom_sample_timestamp_seconds"), now.toEpochMilli() / 1e3);
    return HostSample.of(name, now, values);
  }
}
