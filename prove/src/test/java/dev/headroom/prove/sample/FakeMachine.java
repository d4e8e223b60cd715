package dev.headroom.prove.sample;

import dev.headroom.collect.machine.MachineView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Machine that is a folder: {@code sys} and {@code proc} of a host with NICs, which tests change.
 */
public final class FakeMachine {
  private static final String[] PORT = {
    "link_downed",
    "link_error_recovery",
    "symbol_error",
    "port_rcv_errors",
    "port_xmit_discards",
    "port_xmit_data",
    "port_rcv_data",
    "port_xmit_packets",
    "port_rcv_packets",
    "excessive_buffer_overrun_errors",
    "VL15_dropped",
    "port_xmit_wait"
  };
  private static final String[] HW = {
    "packet_seq_err", "local_ack_timeout_err", "implied_nak_seq_err", "out_of_sequence",
    "np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled", "rp_cnp_ignored",
    "rnr_nak_retry_err", "duplicate_request", "out_of_buffer", "req_transport_retries_exceeded",
    "lifespan"
  };

  private final Path root;
  private final Map<Integer, Map<String, Long>> ethtool = new TreeMap<>();

  /** A host with some NICs, all links up. */
  public FakeMachine(Path root, String name, int nics) throws IOException {
    this.root = root;
    write("etc/hostname", name);
    write("proc/sys/kernel/random/boot_id", "11111111-0000-0000-0000-000000000001");
    write("proc/uptime", "86400.00 1.00");
    write("proc/loadavg", "0.50 0.40 0.30 1/100 4242");
    for (int nic = 0; nic < nics; nic++) {
      add(nic);
    }
  }

  private void add(int nic) throws IOException {
    String device = "sys/class/infiniband/mlx5_" + nic;
    write(device + "/node_guid", "a088:c203:00ab:%04x".formatted(nic));
    String port = device + "/ports/1";
    write(port + "/state", "4: ACTIVE");
    write(port + "/phys_state", "5: LinkUp");
    write(port + "/rate", "400 Gb/sec (4X NDR)");
    write(port + "/gid_attrs/ndevs/0", "eth" + nic);
    for (String counter : PORT) {
      write(port + "/counters/" + counter, "0");
    }
    for (String counter : HW) {
      write(port + "/hw_counters/" + counter, "0");
    }
    String net = "sys/class/net/eth" + nic;
    write(net + "/address", "02:00:00:00:00:%02x".formatted(nic));
    write(net + "/operstate", "up");
    write(net + "/flags", "0x1003");
    write(net + "/carrier_up_count", "1");
    write(net + "/carrier_changes", "2");
    write(net + "/statistics/tx_bytes", "0");
    write(net + "/statistics/rx_bytes", "0");
    write(net + "/device/vendor", "0x15b3");
    for (String kind : new String[] {"correctable", "nonfatal", "fatal"}) {
      write("sys/bus/pci/devices/0000:%02x:00.0/aer_dev_%s".formatted(nic + 16, kind), aer(0));
    }
    ethtool(nic, "rx_prio3_pause_duration", 0);
  }

  /** The text of a file of AER counters. */
  public static String aer(long count) {
    return "RxErr " + count + "\nBadTLP 0\nTOTAL_ERR_COR " + count;
  }

  /** Writes a file. */
  public void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolve("..").normalize());
    Files.writeString(file, text + "\n");
  }

  /** Sets a counter of a port. */
  public void counter(int nic, String name, long value) throws IOException {
    String folder = java.util.Arrays.asList(PORT).contains(name) ? "counters" : "hw_counters";
    write("sys/class/infiniband/mlx5_%d/ports/1/%s/%s".formatted(nic, folder, name), "" + value);
  }

  /** Sets a counter of an interface. */
  public void ethtool(int nic, String name, long value) throws IOException {
    Map<String, Long> all = ethtool.computeIfAbsent(nic, _ -> new TreeMap<>());
    all.put(name, value);
    StringBuilder text = new StringBuilder("NIC statistics:\n");
    all.forEach(
        (each, count) -> text.append("     ").append(each).append(": ").append(count).append('\n'));
    write("commands/ethtool_-S_eth" + nic, text.toString().stripTrailing());
  }

  /** Takes a link away, or gives it back. */
  public void link(int nic, boolean up) throws IOException {
    write("sys/class/infiniband/mlx5_" + nic + "/ports/1/state", up ? "4: ACTIVE" : "1: DOWN");
  }

  /** As the sampler sees it. */
  public MachineView view() throws IOException {
    return MachineView.mounted(root);
  }
}
