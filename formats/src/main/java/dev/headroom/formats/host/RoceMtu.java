package dev.headroom.formats.host;

import dev.headroom.formats.fact.ReportedValue;

/**
 * Path MTU of RoCE: the largest of 256, 512, ... 4096 bytes that fits into a frame of the interface
 * with all headers (Linux, {@code include/rdma/ib_addr.h}, {@code iboe_get_mtu}).
 */
public final class RoceMtu {
  private static final int LARGEST = 4096;
  private static final int SMALLEST = 256;

  /** GRH 40, UDP 8, BTH 12, XRC 4, atomic 28 and ICRC 4 bytes. */
  private static final int HEADERS = 96;

  private RoceMtu() {}

  /**
   * What fits into an interface's frames.
   *
   * @param interfaceMtu bytes
   * @return 256, 512, 1024, 2048 or 4096 bytes; 0 if none fits
   */
  public static long fitting(long interfaceMtu) {
    long mtu = LARGEST;
    while (mtu > interfaceMtu - HEADERS && mtu >= SMALLEST) {
      mtu /= 2;
    }
    return mtu >= SMALLEST ? mtu : 0;
  }

  /** The MTU of the interface of a port, in bytes. */
  public static ReportedValue<Long> ofInterface(HostFacts host, RdmaPort port) {
    String name = port.netdev().orElse("");
    return host.netDevices().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(NetDevice::mtu)
        .orElse(ReportedValue.unreported("the MTU of the interface of " + port.subject().name()));
  }

  /** Of an Ethernet port, by the MTU of its interface; not reported for InfiniBand. */
  public static ReportedValue<Long> byInterface(HostFacts host, RdmaPort port) {
    ReportedValue<Long> fitting = ofInterface(host, port).map(RoceMtu::fitting);
    return !port.isInfiniBand() && fitting.matches(each -> each > 0)
        ? fitting
        : ReportedValue.unreported("an MTU of the interface of " + port.subject().name());
  }

  /** The smaller of what the port reports and what its interface has room for. */
  public static ReportedValue<Long> of(HostFacts host, RdmaPort port) {
    ReportedValue<Long> room = byInterface(host, port);
    return port.activeMtu().isReported() && !room.matches(each -> each < port.activeMtu().get())
        ? port.activeMtu()
        : room;
  }
}
