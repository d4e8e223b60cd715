package dev.headroom.wire.probe;

import java.net.InetAddress;

/** What a network of machines has for addresses, and what programs call them. */
enum IpVersion {
  V4("ip", "10.71.", ".", "0/24", 116),
  V6("ip6", "fd71:0:0:", "::", "/64", 136);

  /** To nftables. */
  final String word;

  /** Of the IP datagram of a short packet. */
  final int shortBytes;

  private final String networks;
  private final String between;
  private final String rest;

  IpVersion(String word, String networks, String between, String rest, int shortBytes) {
    this.word = word;
    this.networks = networks;
    this.between = between;
    this.rest = rest;
    this.shortBytes = shortBytes;
  }

  /** A network, as {@link Namespaces} has links of it. */
  String link(int network) {
    return networks + network;
  }

  /** All addresses of a network. */
  String prefix(int network) {
    return networks + network + between + rest;
  }

  String text(int network, int machine) {
    return networks + network + between + machine;
  }

  InetAddress address(int network, int machine) {
    return InetAddress.ofLiteral(text(network, machine));
  }
}
