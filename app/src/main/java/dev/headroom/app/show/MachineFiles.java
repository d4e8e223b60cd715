package dev.headroom.app.show;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.model.wear.LinkWear;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Files of a server as Linux has them, with outputs of {@code ethtool} as files {@code
 * commands/LABEL}: a folder with them is a machine for {@code headroom watch --root}. There are
 * files only of what a run knows (Linux, {@code Documentation/ABI/stable/sysfs-class-infiniband},
 * {@code testing/sysfs-class-net}, {@code testing/sysfs-bus-pci}).
 */
public final class MachineFiles {
  /** How they are asked for. */
  public static final String CALL = "sysfs";

  private static final String RDMA = "sys/class/infiniband/";
  private static final String NET = "sys/class/net/";

  /** Counters of an interface, in the order of the columns of {@code ip -s link}. */
  private static final List<String> COUNTED = List.of("bytes", "packets", "errors", "dropped");

  private static final int WORD_BYTES = 4;
  private static final long MEGA = 1_000_000;

  private final Server server;
  private final ServerActivity run;
  private final Map<String, String> files = new LinkedHashMap<>();

  private MachineFiles(Server server, ServerActivity run) {
    this.server = server;
    this.run = run;
  }

  /** The text of each file by its path, without a leading slash. */
  public static Map<String, String> of(Server server, ServerActivity run) {
    MachineFiles all = new MachineFiles(server, run);
    all.put("etc/hostname", server.name());
    byte[] name = server.name().getBytes(StandardCharsets.UTF_8);
    all.put("proc/sys/kernel/random/boot_id", UUID.nameUUIDFromBytes(name).toString());
    for (Nic nic : server.nics()) {
      all.bus(nic);
      all.port(nic);
      all.network(nic);
    }
    return all.files;
  }

  /** Files one after another, as {@code tail -n +1} prints them. */
  public static String print(Map<String, String> files) {
    StringBuilder out = new StringBuilder();
    files.forEach((path, text) ->
        out.append(out.isEmpty() ? "" : "\n")
            .append("==> /")
            .append(path)
            .append(" <==\n")
            .append(text));
    return out.toString();
  }

  private void bus(Nic nic) {
    String device = RDMA + nic.device() + "/device/";
    String address = PciFunctions.addressOf(server, nic.number());
    PcieGeneration trained =
        run.pcie(nic.number()).map(PcieErrors::trained).orElse(server.pcie().generation());
    put(device + "uevent", "PCI_SLOT_NAME=" + address);
    put(device + "current_link_speed", speed(trained));
    put(device + "current_link_width", server.pcie().lanes());
    put(device + "max_link_speed", speed(PcieGeneration.of(nic.adapter().pcieGeneration())));
    put(device + "max_link_width", PciFunctions.LANES);
    run.pcie(nic.number())
        .ifPresent(errors -> {
          String above = PciFunctions.portAbove(server, nic.number());
          AdvancedErrorReporting.files(errors.endpoint())
              .forEach((name, text) -> {
                files.put(AdvancedErrorReporting.PCI + address + "/" + name, text);
                files.put(device + name, text);
              });
          AdvancedErrorReporting.files(errors.port())
              .forEach(
                  (name, text) -> files.put(AdvancedErrorReporting.PCI + above + "/" + name, text));
        });
  }

  private static String speed(PcieGeneration generation) {
    double giga = generation.transfersPerSecond() / 1e9;
    return String.format(Locale.ROOT, "%.1f GT/s PCIe", giga);
  }

  private void port(Nic nic) {
    String device = RDMA + nic.device() + "/";
    String port = device + "ports/1/";
    String guid = String.format(Locale.ROOT, "%016x", nic.guid());
    put(device + "node_guid", String.join(":", guid.split("(?<=\\G.{4})")));
    put(device + "fw_ver", nic.adapter().firmware());
    put(port + "state", isUp(nic) ? "4: ACTIVE" : "1: DOWN");
    put(port + "phys_state", isUp(nic) ? "5: LinkUp" : "2: Polling");
    put(port + "rate", IbStatus.rate(nic));
    put(port + "link_layer", IbStatus.layer(nic));
    if (!nic.infiniband()) {
      put(port + "gid_attrs/ndevs/0", nic.netdev());
    }
    PortTraffic traffic = run.ports().get(nic.number());
    if (!run.kernel()) {
      String counters = port + "counters/";
      put(counters + "port_xmit_data", sum(traffic.sentBytes()) / WORD_BYTES);
      put(counters + "port_rcv_data", sum(traffic.receivedBytes()) / WORD_BYTES);
      put(counters + "port_xmit_packets", sum(traffic.sentPackets()));
      put(counters + "port_rcv_packets", sum(traffic.receivedPackets()));
    }
    traffic.rdma().byName().forEach((name, value) -> put(port + "hw_counters/" + name, value));
  }

  private void network(Nic nic) {
    String net = NET + nic.netdev() + "/";
    String state = isUp(nic) ? "up" : "down";
    put(net + "address", IpLink.address(nic));
    put(net + "operstate", state);
    put(net + "speed", nic.rate().bps() / MEGA);
    put(net + "device/vendor", "0x15b3");
    put(RDMA + nic.device() + "/device/net/" + nic.netdev() + "/operstate", state);
    PortTraffic traffic = run.ports().get(nic.number());
    long[] received = IpLink.received(traffic, run.kernel());
    long[] sent = IpLink.sent(traffic, run.kernel());
    for (int i = 0; i < COUNTED.size(); i++) {
      put(net + "statistics/rx_" + COUNTED.get(i), received[i]);
      put(net + "statistics/tx_" + COUNTED.get(i), sent[i]);
    }
    tool("-S", nic, PortStatistics.ethtool(run, nic.number()));
    run.module(nic.number()).map(OpticalModule::ethtool).ifPresent(text -> tool("-m", nic, text));
  }

  /** Where a module says nothing else, the link is as the scenario has it. */
  private boolean isUp(Nic nic) {
    return run.module(nic.number()).map(LinkWear::uptime).map(LinkWear.Uptime::up).orElse(nic.up());
  }

  private void tool(String option, Nic nic, String text) {
    String label = AllowList.Asked.label(List.of("ethtool", option, nic.netdev()));
    files.put("commands/" + label, text);
  }

  private void put(String path, long value) {
    put(path, String.valueOf(value));
  }

  private void put(String path, String line) {
    files.put(path, line + "\n");
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }
}
