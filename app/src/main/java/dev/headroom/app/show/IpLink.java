package dev.headroom.app.show;

import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Output of {@code ip -s link} of iproute2 5.14 and later. Numbers stand below their headings in
 * columns as wide as the widest number of either direction, and a blank ends each line ({@code
 * ip/ipaddress.c}, {@code print_stats64}). Which of a port's losses is under which heading is the
 * driver's ({@code mlx5e_get_stats}, Linux 6.14), and so is that bytes and packets are those of the
 * kernel's queues, which RDMA passes by: {@code ethtool -S} has it in {@code
 * rx_vport_rdma_unicast_bytes} and its like.
 */
final class IpLink {
  private static final List<String> RECEIVED =
      List.of("bytes", "packets", "errors", "dropped", "missed", "mcast");
  private static final List<String> SENT =
      List.of("bytes", "packets", "errors", "dropped", "carrier", "collsns");

  /** The least that columns take: the headings of {@code ip -s -s link}, shown or not. */
  private static final int[] LEAST = {
    "*X errors:".length(), 7, "errors".length(), 7, "heartbt".length(), "overrun".length()
  };

  private static final int JUMBO_MTU = 9000;
  private static final int IPOIB_HEADER_BYTES = 4;

  /** Packets, as {@code ip} prints it of mlx5's IPoIB interfaces. */
  private static final int IPOIB_QUEUE = 256;

  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

  private IpLink() {}

  /**
   * Of each port.
   *
   * @param kernel whether the kernel has seen what passed
   */
  static String of(Server server, List<PortTraffic> traffic, boolean kernel) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < traffic.size(); i++) {
      link(out, server.nics().get(i), traffic.get(i), kernel);
    }
    return out.toString();
  }

  private static void link(StringBuilder out, Nic nic, PortTraffic port, boolean kernel) {
    out.append(
        String.format(
            Locale.ROOT,
            "%d: %s: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu %d qdisc mq state UP mode DEFAULT"
                + " group default qlen %d\n    link/%s\n",
            nic.number() + 2,
            nic.netdev(),
            mtu(nic),
            nic.infiniband() ? IPOIB_QUEUE : 1000,
            nic.infiniband() ? ipoib(nic) : ethernet(nic)));
    long[] received = received(port, kernel);
    long[] sent = sent(port, kernel);
    int[] widths = widths(received, sent);
    direction(out, "RX: ", RECEIVED, received, widths);
    direction(out, "TX: ", SENT, sent, widths);
  }

  /** What it received, in the order of the columns: bytes, packets, errors, dropped and so on. */
  static long[] received(PortTraffic port, boolean kernel) {
    PortLosses losses = port.losses();
    return new long[] {
      kernel ? sum(port.receivedBytes()) : 0,
      kernel ? sum(port.receivedPackets()) : 0,
      losses.damaged(),
      losses.discarded(),
      losses.unfetched(),
      0
    };
  }

  /** What it sent, in the order of the columns: bytes, packets, errors, dropped and so on. */
  static long[] sent(PortTraffic port, boolean kernel) {
    return new long[] {
      kernel ? sum(port.sentBytes()) : 0,
      kernel ? sum(port.sentPackets()) : 0,
      port.losses().unsent(),
      0,
      0,
      0
    };
  }

  /** Hardware address of an interface. */
  static String address(Nic nic) {
    return (nic.infiniband() ? ipoib(nic) : ethernet(nic)).split(" ")[1];
  }

  /** Of IP packets: with InfiniBand, in datagram mode, the path MTU less 4 B (RFC 4391, 7). */
  private static int mtu(Nic nic) {
    return nic.infiniband() ? nic.mtu() - IPOIB_HEADER_BYTES : JUMBO_MTU;
  }

  private static int[] widths(long[] received, long[] sent) {
    int[] widths = LEAST.clone();
    for (int column = 0; column < widths.length; column++) {
      int digits = String.valueOf(Math.max(received[column], sent[column])).length();
      widths[column] = Math.max(widths[column], digits);
    }
    return widths;
  }

  private static void direction(
      StringBuilder out, String name, List<String> headings, long[] counts, int[] widths) {
    out.append("    ").append(name);
    for (int column = 0; column < counts.length; column++) {
      int width = column == 0 ? widths[0] - name.length() : widths[column];
      right(out, headings.get(column), width);
    }
    out.append("\n    ");
    for (int column = 0; column < counts.length; column++) {
      right(out, String.valueOf(counts[column]), widths[column]);
    }
    out.append('\n');
  }

  private static void right(StringBuilder out, String text, int width) {
    out.repeat(' ', width - text.length()).append(text).append(' ');
  }

  private static String ethernet(Nic nic) {
    byte[] mac = ByteBuffer.allocate(Long.BYTES).putLong(nic.mac()).array();
    return "ether %s brd ff:ff:ff:ff:ff:ff".formatted(COLONS.formatHex(mac, 2, Long.BYTES));
  }

  /**
   * The number of a queue pair and the GID of the port; for all, the GID of the broadcast group
   * (RFC 4391, 4 and 9.1.1). The number is made up.
   */
  private static String ipoib(Nic nic) {
    ByteBuffer address = ByteBuffer.allocate(20).putInt(0x40 + nic.number());
    address.putLong(0xfe80L << 48).putLong(nic.portGuid());
    return "infiniband %s brd 00:ff:ff:ff:ff:12:40:1b:ff:ff:00:00:00:00:00:00:ff:ff:ff:ff"
        .formatted(COLONS.formatHex(address.array()));
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }
}
