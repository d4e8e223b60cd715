package dev.headroom.app.show;

import dev.headroom.model.server.Server;
import dev.headroom.model.wear.FecErrorCounts;
import dev.headroom.model.wear.LinkWear;
import java.util.Arrays;
import java.util.List;

/**
 * Port counters with mlx5's names: output of {@code ethtool -S} and {@code rdma statistic}. A frame
 * that a wrong bit cost counts as one with a bad FCS; that the PHY drops some of them itself is not
 * modelled, so nothing is said of {@code rx_symbol_err_phy}. Of a link that {@code fabric.wear}
 * describes the PHY's counters are told, too: wrong bits by lane before correction, bits put right,
 * symbols that were not (Linux, mlx5's counters.rst). The driver tells of four lanes at most.
 */
final class PortStatistics {
  private PortStatistics() {}

  /** What a lane carries, each as bad as the others. */
  private static final double LANE_BPS = 100e9;

  private static final int LANES_TOLD = 4;

  static String ethtool(Server server, ServerActivity run) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < run.ports().size(); i++) {
      if (run.ports().size() > 1) {
        out.append("# ethtool -S ").append(server.nics().get(i).netdev()).append('\n');
      }
      out.append(ethtool(run, i));
    }
    return out.toString();
  }

  /** Of one NIC. */
  static String ethtool(ServerActivity run, int i) {
    PortTraffic port = run.ports().get(i);
    StringBuilder out = new StringBuilder();
    out.append("NIC statistics:\n");
    PortLosses losses = port.losses();
    count(out, "rx_out_of_buffer", losses.unfetched());
    String unicast = run.kernel() ? "_vport_unicast_" : "_vport_rdma_unicast_";
    count(out, "rx" + unicast + "packets", sum(port.receivedPackets()));
    count(out, "rx" + unicast + "bytes", sum(port.receivedBytes()));
    count(out, "tx" + unicast + "packets", sum(port.sentPackets()));
    count(out, "tx" + unicast + "bytes", sum(port.sentBytes()));
    count(out, "tx_packets_phy", sum(port.sentPackets()));
    count(out, "rx_packets_phy", sum(port.receivedPackets()));
    count(out, "rx_crc_errors_phy", losses.damaged());
    count(out, "tx_bytes_phy", sum(port.sentBytes()));
    count(out, "rx_bytes_phy", sum(port.receivedBytes()));
    count(out, "rx_discards_phy", losses.discarded());
    count(out, "tx_discards_phy", losses.unsent());
    run.module(i).ifPresent(wear -> line(out, wear));
    for (int priority = 0; priority < port.sentPackets().length; priority++) {
      String prio = "prio" + priority;
      count(out, "rx_" + prio + "_bytes", port.receivedBytes()[priority]);
      count(out, "rx_" + prio + "_packets", port.receivedPackets()[priority]);
      count(out, "tx_" + prio + "_bytes", port.sentBytes()[priority]);
      count(out, "tx_" + prio + "_packets", port.sentPackets()[priority]);
      count(out, "rx_" + prio + "_pause", port.pausesReceived()[priority]);
      count(out, "rx_" + prio + "_pause_duration", port.pausedUs()[priority]);
      count(out, "tx_" + prio + "_pause", port.pausesSent()[priority]);
    }
    run.pcie(i).ifPresent(pcie -> retrained(out, pcie));
    count(out, "rx_global_pause", 0);
    count(out, "tx_global_pause", 0);
    count(out, "tx_pause_storm_error_events", port.pauseStorms());
    return out.toString();
  }

  private static void line(StringBuilder out, LinkWear wear) {
    FecErrorCounts errors = wear.correction().errors();
    int lanes = (int) Math.ceil(wear.link().rate().bps() / LANE_BPS);
    count(out, "link_down_events_phy", wear.uptime().flaps());
    count(out, "rx_pcs_symbol_err_phy", Math.round(errors.lostSymbols()));
    count(out, "rx_corrected_bits_phy", Math.round(errors.correctedBits()));
    for (int lane = 0; lane < Math.min(lanes, LANES_TOLD); lane++) {
      count(out, "rx_err_lane_" + lane + "_phy", Math.round(errors.wrongBits() / lanes));
    }
  }

  /**
   * Times that either side had the PCIe link retrain. A bit that was wrong and was put right by a
   * replay counts with AER alone.
   */
  private static void retrained(StringBuilder out, PcieErrors pcie) {
    count(out, "rx_pci_signal_integrity", pcie.endpoint().rollover());
    count(out, "tx_pci_signal_integrity", pcie.port().rollover());
  }

  /** Of the counters of mlx5 those that a run counts by host. */
  static String rdma(Server server, List<PortTraffic> traffic) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < traffic.size(); i++) {
      out.append("link ").append(server.nics().get(i).device()).append("/1");
      traffic
          .get(i)
          .rdma()
          .byName()
          .forEach((name, value) -> out.append(' ').append(name).append(' ').append(value));
      out.append('\n');
    }
    return out.toString();
  }

  private static void count(StringBuilder out, String name, long value) {
    out.append("     ").append(name).append(": ").append(value).append('\n');
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }
}
