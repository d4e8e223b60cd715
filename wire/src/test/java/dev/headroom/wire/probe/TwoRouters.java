package dev.headroom.wire.probe;

import dev.headroom.wire.Namespaces;
import dev.headroom.wire.probe.PathReport.Kind;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * A client, two routers and a server in network namespaces, with what goes wrong done by nftables,
 * routes and queueing disciplines, in one direction each. No packet leaves them.
 */
final class TwoRouters implements AutoCloseable {
  /** What goes wrong, and at which router on the way: what it does shows behind it. */
  enum Fault {
    NONE(Optional.empty(), 0),
    CLEARS_DSCP(Optional.of(Kind.DSCP_CHANGED), 1),
    CLEARS_ECN(Optional.of(Kind.ECN_CLEARED), 2),
    TAKES_MARKS_AWAY(Optional.of(Kind.CE_CLEARED), 1),
    DROPS_MARKED(Optional.of(Kind.CE_DROPPED), 1),
    SMALL_LINK(Optional.of(Kind.MTU), 1),
    SWALLOWS_LONG(Optional.of(Kind.MTU), 2),
    REORDERS(Optional.of(Kind.REORDERING), 1),
    LOSES(Optional.of(Kind.LOSS), 2),
    SWALLOWS_ALL(Optional.of(Kind.NOTHING_ARRIVES), 2);

    final Optional<Kind> kind;
    final int router;

    Fault(Optional<Kind> kind, int router) {
      this.kind = kind;
      this.router = router;
    }
  }

  /**
   * One direction.
   *
   * @param routers by name, in the order in which packets meet them
   * @param target network of the receiver, and which machine of it that is
   * @param hops the routers' addresses, as they answer
   */
  record Way(String name, List<String> routers, int target, int machine, List<InetAddress> hops) {}

  private final IpVersion ip;
  private final Namespaces network;

  TwoRouters(IpVersion ip) {
    this.ip = ip;
    network =
        Namespaces.of(
            "c r1 r2 s",
            String.join(
                "\n",
                "link c r1 " + ip.link(1),
                "link r1 r2 " + ip.link(2),
                "link r2 s " + ip.link(3),
                "way c default " + ip.text(1, 2),
                "way r1 " + ip.prefix(3) + " " + ip.text(2, 2),
                "way r2 " + ip.prefix(1) + " " + ip.text(2, 1),
                "way s default " + ip.text(3, 1)));
  }

  Namespaces network() {
    return network;
  }

  InetAddress client() {
    return ip.address(1, 1);
  }

  InetAddress server() {
    return ip.address(3, 2);
  }

  Way there() {
    return new Way("there", List.of("r1", "r2"), 3, 2, List.of(ip.address(1, 2), ip.address(2, 2)));
  }

  Way back() {
    return new Way("back", List.of("r2", "r1"), 1, 1, List.of(ip.address(3, 1), ip.address(2, 1)));
  }

  ProbeReport probe(int train) throws Exception {
    return new ProbedPath(network, client(), server()).probe(train);
  }

  void breakOneWay(Way way, Fault fault) {
    switch (fault) {
      case NONE -> {}
      case CLEARS_DSCP -> rule(way, fault, ip.word + " dscp set 0");
      case CLEARS_ECN -> rule(way, fault, ip.word + " ecn set not-ect");
      case TAKES_MARKS_AWAY -> rule(way, fault, ip.word + " ecn ce " + ip.word + " ecn set ect0");
      case DROPS_MARKED -> rule(way, fault, ip.word + " ecn ce drop");
      case SWALLOWS_LONG -> rule(way, fault, "meta length > 1500 drop");
      case LOSES -> rule(way, fault, "numgen random mod 100 < 5 drop");
      case SWALLOWS_ALL -> rule(way, fault, "drop");
      case SMALL_LINK -> narrow(way);
      case REORDERS -> reorder(way);
    }
  }

  private void rule(Way way, Fault fault, String rule) {
    network.rule(way.routers.get(fault.router - 1), way.name, "forward", matching(way) + rule);
  }

  private String matching(Way way) {
    return ip.word + " daddr " + ip.text(way.target, way.machine) + " udp dport 4791 ";
  }

  /** The interface stays as it is, so that the other direction does. */
  private void narrow(Way way) {
    String next = ip.text(2, way.target == 3 ? 2 : 1);
    network.script(
        "ip -n ${P}"
            + way.routers.getFirst()
            + " route change "
            + ip.prefix(way.target)
            + " via "
            + next
            + " mtu lock 1500");
  }

  /**
   * Of two packets in a hundred that go through a slow queue the second waits until it has paid for
   * the first, 46 ms or longer.
   */
  private void reorder(Way way) {
    String router = way.routers.getFirst();
    network.script(
        """
        d="dev ROUTER-OTHER"
        tc -n ${P}ROUTER qdisc add $d root handle 1: htb default 10
        tc -n ${P}ROUTER class add $d parent 1: classid 1:10 htb rate 1gbit
        tc -n ${P}ROUTER class add $d parent 1: classid 1:20 htb rate 20kbit burst 1 cburst 1
        """
            .replace("ROUTER", router)
            .replace("OTHER", way.routers.getLast()));
    network.rule(
        router,
        way.name,
        "postrouting",
        matching(way)
            + "meta length "
            + ip.shortBytes
            + " numgen inc mod 100 < 2 meta priority set 1:20");
  }

  void repair() {
    network.script(
        """
        for r in r1 r2; do ip netns exec ${P}$r nft flush ruleset; done
        tc -n ${P}r1 qdisc del dev r1-r2 root 2>/dev/null || true
        tc -n ${P}r2 qdisc del dev r2-r1 root 2>/dev/null || true
        ip -n ${P}r1 link set r1-r2 mtu 9000
        ip -n ${P}r2 link set r2-r1 mtu 9000
        """);
    network.script("ip -n ${P}r1 route change " + ip.prefix(3) + " via " + ip.text(2, 2));
    network.script("ip -n ${P}r2 route change " + ip.prefix(1) + " via " + ip.text(2, 1));
  }

  @Override
  public void close() {
    network.close();
  }
}
