package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Check whether the two ends of a queue pair, as NCCL logs them, are in different subnets. */
final class QueuePairSubnets {
  private static final Pattern ENDS =
      Pattern.compile(
          "failed with 110 .*local GID ::ffff:(\\d{1,3}(?:\\.\\d{1,3}){3}), remote GID ::ffff:(\\d{1,3}(?:\\.\\d{1,3}){3})");

  /** What most addresses of RDMA have where nothing says how long their subnet is; bits. */
  private static final int USUAL = 24;

  /** Links between two routers, or hosts that route for themselves; bits (RFC 3021). */
  private static final int ROUTED = 30;

  private QueuePairSubnets() {}

  /** Where each link is a subnet of its own, the two always differ, and a router is meant to be. */
  static boolean inDifferentSubnets(HostFacts host, Evidence line) {
    Matcher ends = ENDS.matcher(line.text());
    if (!ends.find()) {
      return false;
    }
    int prefix = prefix(host, ends.group(1)).orElse(USUAL);
    return prefix < ROUTED && (bits(ends.group(1)) ^ bits(ends.group(2))) >>> (32 - prefix) != 0;
  }

  /** How long the subnet of an address of this host is. */
  private static Optional<Integer> prefix(HostFacts host, String address) {
    return host.facts().subjects(SubjectKind.NETDEV).stream()
        .flatMap(netdev ->
            host.facts().firstFactsOf(netdev, key -> key.matches("address\\.\\d+")).stream())
        .map(fact -> fact.value().strip())
        .filter(value -> value.matches("\\Q" + address + "\\E/\\d{1,2}"))
        .map(value -> Math.min(32, Integer.parseInt(value.substring(address.length() + 1))))
        .filter(length -> length > 0)
        .findFirst();
  }

  private static long bits(String address) {
    long bits = 0;
    for (String part : address.split("\\.")) {
      bits = bits << 8 | Integer.parseInt(part);
    }
    return bits;
  }
}
