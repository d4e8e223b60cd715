package dev.headroom.app;

import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.soft.UdpLink;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.security.SecureRandom;

/**
 * This side of a test between two machines: a soft RDMA device on one address, the thread that
 * drives it, and a connection manager.
 */
final class Endpoint implements AutoCloseable {
  /**
   * What comes before and after the payload of the longest packet: IPv4, UDP, BTH, RETH, immediate,
   * ICRC, and what soft-RoCE reserves beyond that.
   */
  private static final int HEADERS = 80;

  private final Inet4Address address;
  private final SoftDevice device;
  private final SoftLoop loop;
  private final ConnectionManager manager;

  private Endpoint(Inet4Address address, SoftDevice device) {
    this.address = address;
    this.device = device;
    manager = ConnectionManager.of(device, System::nanoTime, new SecureRandom());
    loop = SoftLoop.start(device);
  }

  /**
   * Opens UDP port 4791 of an address of this machine.
   *
   * @throws BadInput if the address is none of this machine's
   */
  static Endpoint open(Inet4Address address) throws IOException {
    if (address.isAnyLocalAddress()) {
      throw new BadInput(
          "--bind 0.0.0.0: name one address of this machine; each packet's checksum covers it");
    }
    try {
      UdpLink link = UdpLink.open(address);
      return new Endpoint(address, new SoftDevice(link, System::nanoTime, new SecureRandom()));
    } catch (BindException e) {
      if (NetworkInterface.getByInetAddress(address) == null) {
        throw new BadInput(
            "--bind " + address.getHostAddress() + ": is no address of this machine", e);
      }
      throw new IOException(
          "UDP port 4791 of "
              + address.getHostAddress()
              + " is taken: another Headroom runs there, or the kernel's own soft-RoCE (rdma_rxe;"
              + " 'rdma link' shows it). End it, or --bind another address.",
          e);
    }
  }

  /** The IPv4 address of a name. */
  static Inet4Address resolve(String option, String name) {
    try {
      for (InetAddress each : InetAddress.getAllByName(name)) {
        if (each instanceof Inet4Address address) {
          return address;
        }
      }
    } catch (UnknownHostException e) {
      throw new BadInput(option + name + ": no such host", e);
    }
    throw new BadInput(option + name + ": has no IPv4 address, and only IPv4 is spoken so far");
  }

  Inet4Address address() {
    return address;
  }

  Device device() {
    return device;
  }

  ConnectionManager manager() {
    return manager;
  }

  /** The largest path MTU that fits this interface, 256 to 4096. */
  int pathMtu() throws IOException {
    NetworkInterface network = NetworkInterface.getByInetAddress(address);
    int most = network == null ? 1500 : network.getMTU();
    int mtu = 4096;
    while (mtu > 256 && mtu + HEADERS > most) {
      mtu /= 2;
    }
    return mtu;
  }

  @Override
  public void close() {
    loop.close();
  }
}
