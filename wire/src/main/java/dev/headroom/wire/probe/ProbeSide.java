package dev.headroom.wire.probe;

import java.net.InetAddress;

/**
 * One of the two machines of a probe, with its properties on the network.
 *
 * @param address from which it sends, and at which it receives
 * @param udpPort to which packets go, 4791 for every RNIC
 * @param mtuBytes what its interface takes: what does not fit that is not tried
 * @param packetsPerSecond never sends more than this, 1 to 100,000, whoever asks
 */
public record ProbeSide(InetAddress address, int udpPort, int mtuBytes, int packetsPerSecond) {
  public ProbeSide {
    ProbeSettings.check("UDP port", udpPort, 1, 65_535);
    ProbeSettings.check("packets a second", packetsPerSecond, 1, 100_000);
  }
}
