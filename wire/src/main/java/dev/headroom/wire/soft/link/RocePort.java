package dev.headroom.wire.soft.link;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.linux.Sysfs;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Opening of a UDP port for RoCEv2, where that can work. An RDMA device with RoCE on takes what is
 * sent to port 4791 of its interface before any socket sees it, and the kernel's soft-RoCE holds
 * the port: then it says so, and what works instead, and never waits in silence.
 */
public final class RocePort {
  private RocePort() {}

  /** What is opened once it is clear that it can work. */
  private interface Opening {
    DatagramLink open(InetAddress address, int port) throws IOException;
  }

  public static DatagramLink open(InetAddress address, int port) throws IOException {
    return open(address, port, Sysfs.RDMA);
  }

  public static DatagramLink openRaw(InetAddress address, int port) throws IOException {
    return open(address, port, Sysfs.RDMA, RawSocketLink::open);
  }

  public static DatagramLink open(InetAddress address, int port, Path rdmaClass)
      throws IOException {
    return open(address, port, rdmaClass, DatagramLink::open);
  }

  private static DatagramLink open(InetAddress address, int port, Path rdmaClass, Opening how)
      throws IOException {
    if (address.isAnyLocalAddress()) {
      throw new BindException(
          at(address, port)
              + " stands for every address of this machine; packets need one source address: "
              + "give one address");
    }
    List<LinuxRdmaPort> ports = port == Udp.ROCE_PORT ? LinuxRdmaPort.all(rdmaClass) : List.of();
    NetworkInterface network = NetworkInterface.getByInetAddress(address);
    Optional<LinuxRdmaPort> own =
        network == null ? Optional.empty() : LinuxRdmaPort.on(network.getName(), ports);
    if (own.isPresent() && !own.get().inKernel()) {
      throw new BindException(
          at(address, port)
              + " is not available: RDMA device "
              + own.get().device()
              + " on "
              + own.get().networkInterface()
              + " receives its packets before any socket does; use that device itself (--device "
              + "native), an address of another interface, or another port (--udp-port N) at "
              + "both ends");
    }
    try {
      return how.open(address, port);
    } catch (BindException e) {
      throw new BindException(
          at(address, port) + ": " + FailureMessage.of(e) + advice(ports, port, e));
    }
  }

  private static String advice(List<LinuxRdmaPort> ports, int port, BindException e) {
    if (e.getMessage() != null && e.getMessage().contains("denied")) {
      return "; a raw socket needs CAP_NET_RAW (sudo, or setcap cap_net_raw+ep on java)";
    }
    if (e.getMessage() == null || !e.getMessage().contains("in use")) {
      return "; the address must be an address of this machine";
    }
    if (port != Udp.ROCE_PORT) {
      return "; use another port (--udp-port N) at both ends";
    }
    for (LinuxRdmaPort each : ports) {
      if (each.inKernel()) {
        return ", by the kernel's soft-RoCE ("
            + each.device()
            + " on "
            + each.networkInterface()
            + "), on all addresses; use that device itself (--device native), remove it (rdma link"
            + " delete "
            + each.device()
            + "), or use another port (--udp-port N) at both ends, which must then both be "
            + "Headroom";
      }
    }
    return ", by another program (ss -lunp shows it); end it, use another address, or use "
        + "another port (--udp-port N) at both ends, which must then both be Headroom";
  }

  private static String at(InetAddress address, int port) {
    return "UDP port " + port + " of " + address.getHostAddress();
  }
}
