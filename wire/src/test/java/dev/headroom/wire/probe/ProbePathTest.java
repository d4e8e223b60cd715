package dev.headroom.wire.probe;

import static dev.headroom.wire.probe.ProbedPath.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.probe.ProbeReport.Kind;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Paths of Linux's own making: a client, two routers and a server in network namespaces, with what
 * goes wrong done by nftables, a link's MTU and queueing disciplines. No packet leaves them.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProbePathTest {
  private static final InetAddress CLIENT = InetAddress.ofLiteral("10.71.1.1");
  private static final InetAddress SERVER = InetAddress.ofLiteral("10.71.3.2");
  private static final String TO_SERVER = "ip daddr 10.71.3.2 udp dport 4791 ";

  private Optional<Namespaces> made = Optional.empty();

  @BeforeAll
  void build() {
    Namespaces.obstacle().ifPresent(why -> Assumptions.abort("no paths to probe here: " + why));
    made =
        Optional.of(
            Namespaces.of(
                "c r1 r2 s",
                """
                link c r1 10.71.1
                link r1 r2 10.71.2
                link r2 s 10.71.3
                way c default 10.71.1.2
                way r1 10.71.3.0/24 10.71.2.2
                way r2 10.71.1.0/24 10.71.2.1
                way s default 10.71.3.1
                """));
  }

  @AfterEach
  void repair() {
    made.ifPresent(network ->
        network.script(
            """
            for r in r1 r2; do ip netns exec ${P}$r nft flush ruleset; done
            ip -n ${P}r1 link set r1-r2 mtu 9000
            ip -n ${P}r2 link set r2-r1 mtu 9000
            tc -n ${P}r1 qdisc del dev r1-r2 root 2>/dev/null || true
            """));
  }

  @AfterAll
  void tearDown() {
    made.ifPresent(Namespaces::close);
  }

  private Namespaces network() {
    return made.orElseThrow();
  }

  private static ProbeReport probe(Namespaces network, boolean arrives, int train)
      throws Exception {
    return new ProbedPath(network, CLIENT, SERVER).probe(arrives, train);
  }

  private ProbeReport probe() throws Exception {
    return probe(network(), true, 200);
  }

  @Test
  void shouldFindNothingOnACleanPath() throws Exception {
    ProbeReport report = probe();
    assertThat(report.troubles()).isEmpty();
    assertThat(report.routers())
        .isEqualTo(
            List.of(
                Optional.of(InetAddress.ofLiteral("10.71.1.2")),
                Optional.of(InetAddress.ofLiteral("10.71.2.2"))));
    assertThat(report.ways().distinct()).hasValue(1);
    assertThat(report.ways().atLeast()).isFalse();
    assertThat(report.train()).isEqualTo(new ProbeReport.Train(200, 200, 0, 0, 0));
    assertThat(report.sizes()).extracting(ProbeReport.Size::arrived).containsOnly(10);
    assertThat(report.sizes().getLast().mtuBytes()).isEqualTo(4096);
    assertThat(report.marks())
        .allSatisfy(
            each -> assertThat(each.as()).isEqualTo(java.util.Map.of(each.trafficClass(), 20)));
  }

  @Test
  void shouldFindTheHopThatClearsDscp() throws Exception {
    network().rule("r1", "forward", TO_SERVER + "ip dscp set 0");
    ProbeReport report = probe();
    assertOnly(report, Kind.DSCP_CHANGED, 1, 2);
    assertThat(report.troubles().getFirst().sentence())
        .isEqualTo("DSCP 26 and 48 arrive as 0; between hop 1 (10.71.1.2) and hop 2 (10.71.2.2)");
  }

  @Test
  void shouldFindTheHopThatClearsEcn() throws Exception {
    network().rule("r2", "forward", TO_SERVER + "ip ecn set not-ect");
    assertOnly(probe(), Kind.ECN_CLEARED, 2, 3);
  }

  @Test
  void shouldFindTheHopThatTakesMarksAway() throws Exception {
    network().rule("r1", "forward", TO_SERVER + "ip ecn ce ip ecn set ect0");
    assertOnly(probe(), Kind.CE_CLEARED, 1, 2);
  }

  @Test
  void shouldFindTheHopThatDropsMarkedPackets() throws Exception {
    network().rule("r1", "forward", TO_SERVER + "ip ecn ce drop");
    assertOnly(probe(), Kind.CE_DROPPED, 1, 2);
  }

  @Test
  void shouldFindTheLinkWithASmallMtu() throws Exception {
    network().script("ip -n ${P}r1 link set r1-r2 mtu 1500; ip -n ${P}r2 link set r2-r1 mtu 1500");
    ProbeReport report = probe();
    assertOnly(report, Kind.MTU, 1, 2);
    assertThat(report.troubles().getFirst().sentence())
        .isEqualTo(
            "path MTU 2048 does not pass (2,100 bytes of IP): 1024 does. hop 1 (10.71.1.2) says"
                + " that the next link takes 1,500; between hop 1 (10.71.1.2) and hop 2"
                + " (10.71.2.2)");
  }

  @Test
  void shouldFindTheHopThatSwallowsLongPackets() throws Exception {
    network().rule("r2", "forward", TO_SERVER + "ip length > 1500 drop");
    assertOnly(probe(), Kind.MTU, 2, 3);
  }

  /** One packet in a hundred goes through a queue that is drained more slowly. */
  @Test
  void shouldFindTheHopThatReorders() throws Exception {
    network()
        .script(
            """
            tc -n ${P}r1 qdisc add dev r1-r2 root handle 1: htb default 10
            tc -n ${P}r1 class add dev r1-r2 parent 1: classid 1:10 htb rate 1gbit
            tc -n ${P}r1 class add dev r1-r2 parent 1: classid 1:20 htb rate 7500bit burst 1 cburst 1
            """);
    network()
        .rule(
            "r1",
            "postrouting",
            TO_SERVER + "ip length 116 numgen inc mod 100 0 meta priority set 1:20");
    ProbeReport report = probe(network(), true, 1000);
    // Where a busy machine holds the sender up for long, nothing overtakes what waits.
    for (int again = 0; again < 3 && report.train().reordered() < 5; again++) {
      report = probe(network(), true, 1000);
    }
    assertThat(report.train().reordered()).isBetween(5, 15);
    assertOnly(report, Kind.REORDERING, 1, 2);
  }

  @Test
  void shouldFindTheHopThatLoses() throws Exception {
    network().rule("r2", "forward", TO_SERVER + "numgen random mod 100 < 5 drop");
    ProbeReport report = probe(network(), true, 1000);
    assertThat(report.train().arrived()).isBetween(900, 985);
    assertOnly(report, Kind.LOSS, 2, 3);
  }

  @Test
  void shouldSayUnknownWhereRoutersDoNotAnswer() throws Exception {
    for (String router : List.of("r1", "r2")) {
      network().rule(router, "output", "icmp type time-exceeded drop");
    }
    ProbeReport report = probe();
    assertThat(report.troubles()).isEmpty();
    assertThat(report.routers()).isEqualTo(List.of(Optional.empty(), Optional.empty()));
    assertThat(report.ways().distinct()).as("unknown, not 1").isEmpty();
  }

  @Test
  void shouldSayThatNothingArrives() throws Exception {
    network().rule("r2", "forward", TO_SERVER + "drop");
    ProbeReport report = probe(network(), false, 200);
    assertOnly(report, Kind.NOTHING_ARRIVES, 2, 3);
  }

  @Test
  void shouldCountTheWaysOfARouteWithFourNextHops() throws Exception {
    try (Namespaces network =
        Namespaces.of(
            "c r1 m1 m2 m3 m4 r2 s",
            """
            link c r1 10.71.1
            link r2 s 10.71.3
            way c default 10.71.1.2
            way s default 10.71.3.1
            for m in 1 2 3 4; do
              link r1 m$m 10.71.1$m
              link m$m r2 10.71.2$m
              way m$m 10.71.3.0/24 10.71.2$m.2
              way m$m 10.71.1.0/24 10.71.1$m.1
            done
            ip netns exec ${P}r1 sysctl -q -w net.ipv4.fib_multipath_hash_policy=1
            ip -n ${P}r1 route add 10.71.3.0/24 nexthop via 10.71.11.2 nexthop via 10.71.12.2 \
              nexthop via 10.71.13.2 nexthop via 10.71.14.2
            way r2 10.71.1.0/24 10.71.21.1
            """)) {
      ProbeReport report = probe(network, true, 200);
      assertThat(report.troubles()).isEmpty();
      assertThat(report.routers()).hasSize(3);
      assertThat(report.ways().distinct()).hasValue(4);
      assertThat(report.ways().atLeast()).isFalse();
      assertThat(report.ways().each()).allMatch(way -> way.sourcePorts() > 0);
    }
  }
}
