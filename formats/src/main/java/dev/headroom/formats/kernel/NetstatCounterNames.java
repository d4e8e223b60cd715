package dev.headroom.formats.kernel;

import java.util.Map;
import java.util.Optional;

/**
 * Mapping of net-tools' phrases for kernel counters ({@code statistics.c} of net-tools) to the
 * kernel's names: counters of loss and of sockets that could not keep up. Releases spell some in
 * two ways.
 */
final class NetstatCounterNames {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("Ip total packets received", "IpInReceives"),
          Map.entry("Ip incoming packets discarded", "IpInDiscards"),
          Map.entry("Ip incoming packets delivered", "IpInDelivers"),
          Map.entry("Ip requests sent out", "IpOutRequests"),
          Map.entry("Ip outgoing packets dropped", "IpOutDiscards"),
          Map.entry("Ip dropped because of missing route", "IpOutNoRoutes"),
          Map.entry("Tcp active connections openings", "TcpActiveOpens"),
          Map.entry("Tcp active connection openings", "TcpActiveOpens"),
          Map.entry("Tcp passive connection openings", "TcpPassiveOpens"),
          Map.entry("Tcp failed connection attempts", "TcpAttemptFails"),
          Map.entry("Tcp connection resets received", "TcpEstabResets"),
          Map.entry("Tcp connections established", "TcpCurrEstab"),
          Map.entry("Tcp segments received", "TcpInSegs"),
          Map.entry("Tcp segments send out", "TcpOutSegs"),
          Map.entry("Tcp segments sent out", "TcpOutSegs"),
          Map.entry("Tcp segments retransmited", "TcpRetransSegs"),
          Map.entry("Tcp segments retransmitted", "TcpRetransSegs"),
          Map.entry("Tcp bad segments received", "TcpInErrs"),
          Map.entry("Tcp resets sent", "TcpOutRsts"),
          Map.entry("Udp packets received", "UdpInDatagrams"),
          Map.entry("Udp packets to unknown port received", "UdpNoPorts"),
          Map.entry("Udp packet receive errors", "UdpInErrors"),
          Map.entry("Udp packets sent", "UdpOutDatagrams"),
          Map.entry("Udp receive buffer errors", "UdpRcvbufErrors"),
          Map.entry("Udp send buffer errors", "UdpSndbufErrors"),
          Map.entry(
              "TcpExt times the listen queue of a socket overflowed", "TcpExtListenOverflows"),
          Map.entry("TcpExt SYNs to LISTEN sockets dropped", "TcpExtListenDrops"),
          Map.entry("TcpExt SYNs to LISTEN sockets ignored", "TcpExtListenDrops"),
          Map.entry(
              "TcpExt packets pruned from receive queue because of socket buffer overrun",
              "TcpExtPruneCalled"),
          Map.entry("TcpExt packets pruned from receive queue", "TcpExtRcvPruned"),
          Map.entry(
              "TcpExt packets dropped from out-of-order queue because of socket buffer overrun",
              "TcpExtOfoPruned"),
          Map.entry(
              "TcpExt packets collapsed in receive queue due to low socket buffer",
              "TcpExtTCPRcvCollapsed"),
          Map.entry("TcpExt fast retransmits", "TcpExtTCPFastRetrans"),
          Map.entry("TcpExt forward retransmits", "TcpExtTCPForwardRetrans"),
          Map.entry("TcpExt retransmits in slow start", "TcpExtTCPSlowStartRetrans"),
          Map.entry("TcpExt other TCP timeouts", "TcpExtTCPTimeouts"),
          Map.entry("TcpExt TCP data loss events", "TcpExtTCPLoss"),
          Map.entry("TcpExt SACK retransmits failed", "TcpExtTCPSackRecoveryFail"),
          Map.entry("TcpExt timeouts after SACK recovery", "TcpExtTCPSackFailures"),
          Map.entry("TcpExt timeouts in loss state", "TcpExtTCPLossFailures"),
          Map.entry("TcpExt connections aborted due to timeout", "TcpExtTCPAbortOnTimeout"),
          Map.entry("TcpExt connections aborted due to memory pressure", "TcpExtTCPAbortOnMemory"));

  private NetstatCounterNames() {}

  /** The kernel's name, given the title above the line and its words without the number. */
  static Optional<String> of(String protocol, String words) {
    return Optional.ofNullable(NAMES.get(protocol + " " + words));
  }

  /** The protocol of words that stand alone and are known of TCP only. */
  static Optional<String> protocolOf(String words) {
    for (String protocol : new String[] {"Tcp", "TcpExt"}) {
      if (words.length() > 20 && NAMES.containsKey(protocol + " " + words)) {
        return Optional.of(protocol);
      }
    }
    return Optional.empty();
  }
}
