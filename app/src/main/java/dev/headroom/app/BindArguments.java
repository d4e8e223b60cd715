package dev.headroom.app;

import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import picocli.CommandLine.Option;

/** What every command asks that talks to another machine. */
final class BindArguments {
  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description =
          "This side's IPv4 or IPv6 address, of which a UDP port is opened; both sides need the"
              + " same kind. Default: 127.0.0.1, so that nobody else is talked to.")
  private String address = "";

  @Option(
      names = "--device",
      defaultValue = "soft",
      paramLabel = "KIND",
      description =
          "soft: a device in software, on a UDP port. native: the RDMA device that has the address,"
              + " through libibverbs. Default: soft.")
  private Endpoint.Kind kind = Endpoint.Kind.SOFT;

  @Option(
      names = "--udp-port",
      defaultValue = "4791",
      paramLabel = "N",
      description =
          "UDP port of both sides, where 4791 is taken; both then have to be Headroom. Default:"
              + " 4791.")
  private int udpPort;

  @Option(
      names = "--raw",
      description =
          "Take packets off a raw socket, which needs CAP_NET_RAW and shows the IP id: so all 32"
              + " bits of the ICRC are checked, not 16.")
  private boolean raw;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /** This side's address. */
  InetAddress address() {
    return Endpoint.resolve("--bind ", address);
  }

  /**
   * This side's address, which has to be one of this machine.
   *
   * @throws BadInput if it is not
   */
  InetAddress ownAddress() throws IOException {
    InetAddress own = address();
    if (own.isAnyLocalAddress()
        || (!own.isLoopbackAddress() && NetworkInterface.getByInetAddress(own) == null)) {
      throw new BadInput(
          "--bind "
              + own.getHostAddress()
              + ": is no address of this machine; ip addr lists"
              + " them");
    }
    return own;
  }

  int udpPort() {
    return Numbers.within("--udp-port", udpPort, 1, 65_535);
  }

  /**
   * The address of a server, of the same kind as this side's.
   *
   * @throws BadInput if it has none
   */
  InetAddress target(String name) {
    return Endpoint.resolve("", name, address());
  }

  Endpoint open() throws IOException {
    if (kind == Endpoint.Kind.NATIVE) {
      if (raw || udpPort != Udp.ROCE_PORT) {
        throw new BadInput(
            (raw ? "--raw" : "--udp-port")
                + ": that is of the soft device, and --device is native");
      }
      return Endpoint.openNative(address());
    }
    return Endpoint.open(address(), udpPort(), raw);
  }
}
