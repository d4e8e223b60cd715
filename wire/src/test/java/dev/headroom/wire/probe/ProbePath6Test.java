package dev.headroom.wire.probe;

import static dev.headroom.wire.probe.ProbedPath.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.probe.HopAnswer.About;
import dev.headroom.wire.probe.ProbeReport.Kind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The paths of {@link ProbePathTest} over IPv6, which routers answer with ICMPv6. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProbePath6Test {
  private static final InetAddress CLIENT = InetAddress.ofLiteral("fd71:0:0:1::1");
  private static final InetAddress SERVER = InetAddress.ofLiteral("fd71:0:0:3::2");
  private static final String TO_SERVER = "ip6 daddr fd71:0:0:3::2 udp dport 4791 ";

  private Optional<Namespaces> made = Optional.empty();

  @BeforeAll
  void build() {
    Namespaces.obstacle().ifPresent(why -> Assumptions.abort("no paths to probe here: " + why));
    made =
        Optional.of(
            Namespaces.of(
                "c r1 r2 s",
                """
                link c r1 fd71:0:0:1
                link r1 r2 fd71:0:0:2
                link r2 s fd71:0:0:3
                way c default fd71:0:0:1::2
                way r1 fd71:0:0:3::/64 fd71:0:0:2::2
                way r2 fd71:0:0:1::/64 fd71:0:0:2::1
                way s default fd71:0:0:3::1
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
            """));
  }

  @AfterAll
  void tearDown() {
    made.ifPresent(Namespaces::close);
  }

  private Namespaces network() {
    return made.orElseThrow();
  }

  private ProbeReport probe() throws Exception {
    return new ProbedPath(network(), CLIENT, SERVER).probe(true, 200);
  }

  @Test
  void shouldFindNothingOnACleanPath() throws Exception {
    ProbeReport report = probe();
    assertThat(report.troubles()).isEmpty();
    assertThat(report.routers())
        .isEqualTo(
            List.of(
                Optional.of(InetAddress.ofLiteral("fd71:0:0:1::2")),
                Optional.of(InetAddress.ofLiteral("fd71:0:0:2::2"))));
    assertThat(report.ways().distinct()).hasValue(1);
    assertThat(report.ways().atLeast()).isFalse();
    assertThat(report.train()).isEqualTo(new ProbeReport.Train(200, 200, 0, 0, 0));
    assertThat(report.sizes().getLast()).isEqualTo(new ProbeReport.Size(4096, 4168, 10, 10));
    assertThat(report.marks())
        .allSatisfy(each -> assertThat(each.as()).isEqualTo(Map.of(each.trafficClass(), 20)));
  }

  @Test
  void shouldFindTheHopThatClearsDscp() throws Exception {
    network().rule("r1", "forward", TO_SERVER + "ip6 dscp set 0");
    ProbeReport report = probe();
    assertOnly(report, Kind.DSCP_CHANGED, 1, 2);
    assertThat(report.troubles().getFirst().sentence())
        .isEqualTo(
            "DSCP 26 and 48 arrive as 0; between hop 1 (fd71:0:0:1:0:0:0:2) and hop 2"
                + " (fd71:0:0:2:0:0:0:2)");
  }

  @Test
  void shouldFindTheHopThatClearsEcn() throws Exception {
    network().rule("r2", "forward", TO_SERVER + "ip6 ecn set not-ect");
    assertOnly(probe(), Kind.ECN_CLEARED, 2, 3);
  }

  @Test
  void shouldFindTheHopThatDropsMarkedPackets() throws Exception {
    network().rule("r1", "forward", TO_SERVER + "ip6 ecn ce drop");
    assertOnly(probe(), Kind.CE_DROPPED, 1, 2);
  }

  @Test
  void shouldFindTheLinkWithASmallMtu() throws Exception {
    network().script("ip -n ${P}r1 link set r1-r2 mtu 1500; ip -n ${P}r2 link set r2-r1 mtu 1500");
    ProbeReport report = probe();
    assertOnly(report, Kind.MTU, 1, 2);
    assertThat(report.troubles().getFirst().sentence())
        .isEqualTo(
            "path MTU 2048 does not pass (2,120 bytes of IP): 1024 does. hop 1"
                + " (fd71:0:0:1:0:0:0:2) says that the next link takes 1,500; between hop 1"
                + " (fd71:0:0:1:0:0:0:2) and hop 2 (fd71:0:0:2:0:0:0:2)");
  }

  @Test
  void shouldSayUnknownWhereRoutersDoNotAnswer() throws Exception {
    for (String router : List.of("r1", "r2")) {
      network().rule(router, "output", "icmpv6 type time-exceeded drop");
    }
    ProbeReport report = probe();
    assertThat(report.troubles()).isEmpty();
    assertThat(report.routers()).isEqualTo(List.of(Optional.empty(), Optional.empty()));
    assertThat(report.ways().distinct()).as("unknown, not 1").isEmpty();
  }

  /** What the socket's own queue says, which takes no privilege. */
  @Test
  void shouldHearRoutersOnASocketOfItsOwn() throws Exception {
    network().script("ip -n ${P}r1 link set r1-r2 mtu 1500; ip -n ${P}r2 link set r2-r1 mtu 1500");
    List<HopAnswer> answers =
        network()
            .on(
                "c",
                () -> {
                  List<HopAnswer> heard = new ArrayList<>();
                  ProbeExchange.Lent lent = new ProbeExchange.Lent(17, 1);
                  try (ProbeSocket socket = new ProbeSocket(CLIENT, 0xc000, SERVER, 4791, lent)) {
                    assertThat(socket.send(2, 0x6a, 7, 64)).isTrue();
                    assertThat(socket.send(64, 0x6a, 8, 4096)).isTrue();
                    for (int i = 0; i < 100 && heard.size() < 2; i++) {
                      TimeUnit.MILLISECONDS.sleep(10);
                      socket.errors(heard::add);
                    }
                  }
                  return heard;
                });
    assertThat(answers)
        .containsExactlyInAnyOrder(
            new HopAnswer(InetAddress.ofLiteral("fd71:0:0:2::2"), About.EXPIRED, 0, 7, 0xc000, -1),
            new HopAnswer(
                InetAddress.ofLiteral("fd71:0:0:1::2"), About.TOO_LONG, 1500, 8, 0xc000, -1));
  }

  /** Routers that look at ports (policy 1), and some that look at addresses and flow label (0). */
  @Test
  void shouldCountTheWaysOfARouteWithFourNextHops() throws Exception {
    try (Namespaces network =
        Namespaces.of(
            "c r1 m1 m2 m3 m4 r2 s",
            """
            link c r1 fd71:0:0:1
            link r2 s fd71:0:0:3
            way c default fd71:0:0:1::2
            way s default fd71:0:0:3::1
            for m in 1 2 3 4; do
              link r1 m$m fd71:0:0:1$m
              link m$m r2 fd71:0:0:2$m
              way m$m fd71:0:0:3::/64 fd71:0:0:2$m::2
              way m$m fd71:0:0:1::/64 fd71:0:0:1$m::1
            done
            ip netns exec ${P}r1 sysctl -q -w net.ipv6.fib_multipath_hash_policy=1
            ip -n ${P}r1 route add fd71:0:0:3::/64 nexthop via fd71:0:0:11::2 \
              nexthop via fd71:0:0:12::2 nexthop via fd71:0:0:13::2 nexthop via fd71:0:0:14::2
            way r2 fd71:0:0:1::/64 fd71:0:0:21::1
            """)) {
      ProbedPath path = new ProbedPath(network, CLIENT, SERVER);
      ProbeReport report = path.probe(true, 200);
      assertThat(report.troubles()).isEmpty();
      assertThat(report.routers()).hasSize(3);
      assertThat(report.ways().distinct()).hasValue(4);
      assertThat(report.ways().atLeast()).isFalse();
      assertThat(report.ways().each()).allMatch(way -> way.sourcePorts() > 0);
      network.script("ip netns exec ${P}r1 sysctl -q -w net.ipv6.fib_multipath_hash_policy=0");
      assertThat(path.probe(true, 200).ways().distinct()).hasValue(1);
    }
  }
}
