package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Options of commands that communicate with another machine. */
public final class BindArguments {
  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description =
          "IPv4 or IPv6 address of this side, on which a UDP port is opened; both sides need "
              + "the same address family. 0.0.0.0 and :: mean all addresses of this machine. "
              + "Default: 127.0.0.1, which only this machine can reach.")
  private String address = "";

  @Option(
      names = "--device",
      defaultValue = "soft",
      paramLabel = "KIND",
      description =
          "soft: a software device on a UDP port. native: the RDMA device with this address, "
              + "through libibverbs. Default: soft.")
  private LocalEndpoint.Kind kind = LocalEndpoint.Kind.SOFT;

  @Option(
      names = "--udp-port",
      defaultValue = "4791",
      paramLabel = "N",
      description =
          "UDP port of both sides, if 4791 is in use; both sides must then be Headroom. "
              + "Default: 4791.")
  private int udpPort;

  @Option(
      names = "--raw",
      description =
          "Receive packets from a raw socket, which needs CAP_NET_RAW and includes the IP "
              + "id, so that all 32 bits of the ICRC are checked, not 16.")
  private boolean raw;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public boolean json() {
    return json;
  }

  /** This side's address, or that which stands for all of them. */
  public InetAddress address() {
    return LocalEndpoint.resolve("--bind ", address);
  }

  /** Whether any address of this machine will do. */
  public boolean isAnyAddress() {
    return address().isAnyLocalAddress();
  }

  /**
   * This side's address for a peer: where any will do, that from which the peer is reached.
   *
   * @throws BadInputException if it is none of this machine's
   */
  public InetAddress addressFor(InetAddress peer) throws IOException {
    if (isAnyAddress()) {
      return LocalAddresses.localAddressFor(peer);
    }
    InetAddress own = ownAddress();
    if (own.isLoopbackAddress()
        && !peer.isLoopbackAddress()
        && NetworkInterface.getByInetAddress(peer) == null) {
      throw new BadInputException(
          peer.getHostAddress()
              + ": is another machine, which --bind "
              + own.getHostAddress()
              + " cannot reach; "
              + LocalAddresses.findLocalAddressFor(peer)
                  .map(from ->
                      "--bind "
                          + from.getHostAddress()
                          + " is the address of this side on that route")
                  .orElse("and this machine has no route to it"));
    }
    return own;
  }

  private InetAddress ownAddress() throws IOException {
    InetAddress own = address();
    if (!own.isLoopbackAddress() && NetworkInterface.getByInetAddress(own) == null) {
      throw new BadInputException(
          "--bind "
              + own.getHostAddress()
              + ": is not an address of this machine; ip addr lists them");
    }
    return own;
  }

  public int udpPort() {
    return OptionRangeCheck.within("--udp-port", udpPort, 1, 65_535);
  }

  /**
   * The address of a server, of the same kind as this side's.
   *
   * @throws BadInputException if it has none
   */
  public InetAddress target(String name) {
    return LocalEndpoint.resolve("", name, address());
  }

  /** Opens the device at an address, of this machine. */
  public LocalEndpoint open(InetAddress at) throws IOException {
    if (kind == LocalEndpoint.Kind.NATIVE) {
      if (raw || udpPort != Udp.ROCE_PORT) {
        throw new BadInputException(
            (raw ? "--raw" : "--udp-port")
                + ": it applies to the soft device, but --device is native");
      }
      return LocalEndpoint.openNative(at);
    }
    return LocalEndpoint.open(at, udpPort(), raw);
  }

  /**
   * Opens the device at the address that was given or, where any will do, one at each of this
   * machine's.
   *
   * @param left told why there is none at an address
   * @throws BindException if there is none at all
   */
  List<LocalEndpoint> openAll(Consumer<String> left) throws IOException {
    if (!isAnyAddress()) {
      return List.of(open(address()));
    }
    List<LocalEndpoint> endpoints = new ArrayList<>();
    for (InetAddress own : LocalAddresses.allOfFamily(address())) {
      try {
        endpoints.add(open(own));
      } catch (BindException e) {
        left.accept("not at " + own.getHostAddress() + ": " + FailureMessage.of(e));
      }
    }
    if (endpoints.isEmpty()) {
      throw new BindException(
          "--bind " + address().getHostAddress() + ": there is no address to listen on");
    }
    return endpoints;
  }
}
