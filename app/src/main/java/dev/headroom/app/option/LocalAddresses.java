package dev.headroom.app.option;

import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Network addresses of this machine. A packet of RoCEv2 names the one that it comes from, and its
 * ICRC is made over it: where a user leaves the choice, one has to be found before a device is
 * opened.
 */
public final class LocalAddresses {
  private LocalAddresses() {}

  /** The address from which a peer is reached, by the routes of this machine; sends nothing. */
  public static InetAddress localAddressFor(InetAddress peer) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(peer, Udp.ROCE_PORT));
      return socket.getLocalAddress();
    }
  }

  /** The same; empty where no route leads to it. */
  static Optional<InetAddress> findLocalAddressFor(InetAddress peer) {
    try {
      return Optional.of(localAddressFor(peer)).filter(own -> !own.isAnyLocalAddress());
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // that is the answer
    }
  }

  /**
   * All addresses, IPv4 or IPv6 as the given one is, of interfaces that are up; none that counts on
   * one link only, since its peers would have to name the link.
   */
  public static List<InetAddress> allOfFamily(InetAddress any) throws IOException {
    List<InetAddress> own = new ArrayList<>();
    for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
      if (network.isUp()) {
        network
            .inetAddresses()
            .filter(each -> each instanceof Inet4Address == any instanceof Inet4Address)
            .filter(each -> !each.isLinkLocalAddress())
            .forEach(own::add);
      }
    }
    return own;
  }
}
