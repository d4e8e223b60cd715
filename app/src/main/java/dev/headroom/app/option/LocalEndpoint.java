package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
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
 * Local side of a test between two machines: an RDMA device on one address. One in software comes
 * with the thread that drives it and with a connection manager; of a native one the kernel has it.
 */
public final class LocalEndpoint implements AutoCloseable {
  /** Whose device it is. */
  public enum Kind {
    SOFT,
    NATIVE
  }

  /**
   * What comes before and after the payload of the longest packet: IPv4, UDP, BTH, RETH, immediate,
   * ICRC, and what soft-RoCE reserves beyond that.
   */
  private static final int HEADERS = 80;

  /** And more with IPv6. */
  private static final int HEADERS_6 = 100;

  private final InetAddress address;
  private final Device device;
  private final Optional<ConnectionManager> manager;
  private final String name;
  private final Runnable close;

  private LocalEndpoint(InetAddress address, SoftDevice soft) {
    this.address = address;
    device = soft;
    manager = Optional.of(ConnectionManager.of(soft, System::nanoTime, new SecureRandom()));
    name = "software device at " + address.getHostAddress();
    close = SoftLoop.start(soft)::close;
  }

  private LocalEndpoint(InetAddress address, NativeDevice device) {
    this.address = address;
    this.device = device;
    manager = Optional.empty();
    name = device.name();
    close = device::close;
  }

  /**
   * Opens the RDMA device that has an address.
   *
   * @throws IOException in a sentence, if there is none or it cannot be used
   */
  static LocalEndpoint openNative(InetAddress address) throws IOException {
    return new LocalEndpoint(address, NativeDevice.open(address));
  }

  /**
   * Opens a UDP port of an address of this machine.
   *
   * @param raw whether whole datagrams are taken off a raw socket
   * @throws BadInputException if the address is none of this machine's
   * @throws BindException in a sentence, if the port is taken
   */
  static LocalEndpoint open(InetAddress address, int udpPort, boolean raw) throws IOException {
    try {
      return new LocalEndpoint(
          address, raw ? SoftDevice.openRaw(address, udpPort) : SoftDevice.open(address, udpPort));
    } catch (BindException e) {
      if (address.isAnyLocalAddress()
          || (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null)) {
        throw new BadInputException(
            "--bind " + address.getHostAddress() + ": " + e.getMessage(), e);
      }
      throw e;
    }
  }

  /** The address of a name: that of IPv4, if it has one. */
  public static InetAddress resolve(String option, String name) {
    InetAddress[] all = all(option, name);
    for (InetAddress each : all) {
      if (each instanceof Inet4Address) {
        return each;
      }
    }
    return all[0];
  }

  /** The address of a name that is of the same kind as this side's. */
  public static InetAddress resolve(String option, String name, InetAddress own) {
    boolean four = own instanceof Inet4Address;
    for (InetAddress each : all(option, name)) {
      if (four == each instanceof Inet4Address) {
        return each;
      }
    }
    throw new BadInputException(
        option
            + name
            + ": has no "
            + (four ? "IPv4" : "IPv6")
            + " address, but that of this side, --bind "
            + own.getHostAddress()
            + ", is one; both sides need the same address family");
  }

  private static InetAddress[] all(String option, String name) {
    try {
      return InetAddress.getAllByName(name);
    } catch (UnknownHostException e) {
      throw new BadInputException(option + name + ": no such host", e);
    }
  }

  public InetAddress address() {
    return address;
  }

  public Device device() {
    return device;
  }

  /** The name of an RDMA device, or what stands for one. */
  public String name() {
    return name;
  }

  /** Whether the kernel has the device. */
  public boolean isNative() {
    return manager.isEmpty();
  }

  /**
   * The connection manager.
   *
   * @throws BadInputException if the kernel has it
   */
  public ConnectionManager manager() {
    return manager.orElseThrow(() ->
        new BadInputException(
            "--device native: the kernel owns that device's connection manager, which "
                + "Headroom does not use; --pingpong, and perf without -R, do not need one"));
  }

  /** The MTU of the interface of an address, in bytes of IP; empty if it has none of its own. */
  public static OptionalInt interfaceMtu(InetAddress address) throws IOException {
    NetworkInterface network =
        NetworkInterface.getByInetAddress(
            address.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : address);
    return network == null ? OptionalInt.empty() : OptionalInt.of(network.getMTU());
  }

  /** The largest path MTU that fits this interface, 256 to 4096. */
  public int pathMtu() throws IOException {
    int most = interfaceMtu(address).orElse(1500);
    int headers = address instanceof Inet4Address ? HEADERS : HEADERS_6;
    int mtu = 4096;
    while (mtu > 256 && mtu + headers > most) {
      mtu /= 2;
    }
    return mtu;
  }

  @Override
  public void close() {
    close.run();
  }
}
