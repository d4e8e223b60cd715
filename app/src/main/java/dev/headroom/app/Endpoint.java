package dev.headroom.app;

import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.ibverbs.NativeDevice;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * This side of a test between two machines: an RDMA device on one address. One in software comes
 * with the thread that drives it and with a connection manager; of a native one the kernel has it.
 */
final class Endpoint implements AutoCloseable {
  /** Whose device it is. */
  enum Kind {
    SOFT,
    NATIVE
  }

  /**
   * What comes before and after the payload of the longest packet: IPv4, UDP, BTH, RETH, immediate,
   * ICRC, and what soft-RoCE reserves beyond that.
   */
  private static final int HEADERS = 80;

  private final Inet4Address address;
  private final Device device;
  private final Optional<ConnectionManager> manager;
  private final Runnable close;

  private Endpoint(Inet4Address address, SoftDevice soft) {
    this.address = address;
    device = soft;
    manager = Optional.of(ConnectionManager.of(soft, System::nanoTime, new SecureRandom()));
    close = SoftLoop.start(soft)::close;
  }

  private Endpoint(Inet4Address address, NativeDevice device) {
    this.address = address;
    this.device = device;
    manager = Optional.empty();
    close = device::close;
  }

  /**
   * Opens the RDMA device that has an address.
   *
   * @throws IOException in a sentence, if there is none or it cannot be used
   */
  static Endpoint openNative(Inet4Address address) throws IOException {
    return new Endpoint(address, NativeDevice.open(address));
  }

  /**
   * Opens a UDP port of an address of this machine.
   *
   * @param raw whether whole datagrams are taken off a raw socket
   * @throws BadInput if the address is none of this machine's
   * @throws BindException in a sentence, if the port is taken
   */
  static Endpoint open(Inet4Address address, int udpPort, boolean raw) throws IOException {
    try {
      return new Endpoint(
          address, raw ? SoftDevice.openRaw(address, udpPort) : SoftDevice.open(address, udpPort));
    } catch (BindException e) {
      if (address.isAnyLocalAddress()
          || (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null)) {
        throw new BadInput("--bind " + address.getHostAddress() + ": " + e.getMessage(), e);
      }
      throw e;
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

  /**
   * The connection manager.
   *
   * @throws BadInput if the kernel has it
   */
  ConnectionManager manager() {
    return manager.orElseThrow(() ->
        new BadInput(
            "--device native: the kernel has that device's connection manager, which is not"
                + " spoken to; --pingpong, and perf, need none"));
  }

  /** The MTU of the interface of an address, in bytes of IP; empty if it has none of its own. */
  static OptionalInt interfaceMtu(Inet4Address address) throws IOException {
    NetworkInterface network =
        NetworkInterface.getByInetAddress(
            address.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : address);
    return network == null ? OptionalInt.empty() : OptionalInt.of(network.getMTU());
  }

  /** The largest path MTU that fits this interface, 256 to 4096. */
  int pathMtu() throws IOException {
    int most = interfaceMtu(address).orElse(1500);
    int mtu = 4096;
    while (mtu > 256 && mtu + HEADERS > most) {
      mtu /= 2;
    }
    return mtu;
  }

  @Override
  public void close() {
    close.run();
  }
}
