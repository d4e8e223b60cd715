package dev.headroom.formats.nic;

import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.fact.Subject;
import java.util.List;
import java.util.Optional;

/**
 * MTU of a network interface, for the RDMA path MTU that is wanted. RDMA packets have up to 96
 * bytes of headers (Linux, {@code ib_addr.h}, iboe_get_mtu); a larger MTU stays as it is.
 */
final class InterfaceMtu {
  static final String CHECK = "ip link show dev {interface}";

  private static final String KNOB = "transport.mtu";

  /** Headers of an RDMA packet over UDP, with extended ones, and its check. */
  private static final int HEADERS = 96;

  /** Of an Ethernet interface as it comes. */
  private static final int USUAL = 1500;

  private InterfaceMtu() {}

  static QosPart of(QosRequest request) {
    String wanted = request.knob(KNOB).replaceAll("\\s*B$", "");
    String netdev = request.wanted().nic().netdev();
    if (!wanted.matches("256|512|1024|2048|4096") || netdev.startsWith("ib")) {
      return QosPart.NONE;
    }
    int least = Integer.parseInt(wanted) + HEADERS;
    Optional<Long> now = request.facts().number(Subject.netdev(netdev), "mtu").optional();
    if (now.filter(mtu -> mtu >= least).isPresent()) {
      return QosPart.NONE;
    }
    long mtu = Math.max(USUAL, least);
    return QosPart.of(
        "mtu",
        List.of(new QosLine(link(netdev, mtu), now.map(old -> link(netdev, old)).orElse(""))),
        List.of(
            request.change(
                KNOB, now.map(String::valueOf), String.valueOf(mtu), new Exactness.Exact())));
  }

  private static String link(String netdev, long mtu) {
    return "ip link set dev %s mtu %d".formatted(netdev, mtu);
  }
}
