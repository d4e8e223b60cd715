package dev.headroom.wire.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Namespaces;
import dev.headroom.wire.probe.IcmpHopError.About;
import dev.headroom.wire.probe.PathReport.Place;
import dev.headroom.wire.probe.PathReport.Trouble;
import dev.headroom.wire.probe.TwoRouters.Fault;
import dev.headroom.wire.probe.TwoRouters.Way;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Paths of Linux's own making, on which each way has a fault of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Execution(ExecutionMode.CONCURRENT) // beside other classes, since it mostly waits
@ResourceLock("the network of ProbePathTest") // which its tests change, one after the other
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("whole")
final class ProbePathTest {
  private final Map<IpVersion, TwoRouters> paths = new EnumMap<>(IpVersion.class);

  @BeforeAll
  void build() {
    Namespaces.obstacle().ifPresent(why -> Assumptions.abort("no paths to probe here: " + why));
    for (IpVersion ip : IpVersion.values()) {
      paths.put(ip, new TwoRouters(ip));
    }
  }

  @AfterEach
  void repair() {
    paths.values().forEach(TwoRouters::repair);
  }

  @AfterAll
  void tearDown() {
    paths.values().forEach(TwoRouters::close);
  }

  private TwoRouters path(IpVersion ip) {
    return Objects.requireNonNull(paths.get(ip));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindNothingOnACleanPath(IpVersion ip) throws Exception {
    ProbeReport report = path(ip).probe(200);
    assertClean(report.forward(), path(ip).there());
    assertClean(report.reverse().orElseThrow(), path(ip).back());
  }

  private static void assertClean(PathReport report, Way way) {
    assertThat(report.problems()).isEmpty();
    assertThat(report.routers()).isEqualTo(way.hops().stream().map(Optional::of).toList());
    assertThat(report.paths().distinct()).hasValue(1);
    assertThat(report.paths().atLeast()).isFalse();
    assertThat(report.train()).isEqualTo(new PathReport.Train(200, 200, 0, 0, 0));
    assertThat(report.sizes()).extracting(PathReport.Size::arrived).containsOnly(10);
    assertThat(report.sizes().getLast().mtuBytes()).isEqualTo(4096);
    assertThat(report.marks())
        .allSatisfy(each -> assertThat(each.as()).isEqualTo(Map.of(each.trafficClass(), 20)));
  }

  /** Of each way its own fault alone is found. */
  @ParameterizedTest
  @CsvSource({
    "V4, CLEARS_ECN, CLEARS_DSCP",
    "V4, TAKES_MARKS_AWAY, DROPS_MARKED",
    "V4, DROPS_MARKED, TAKES_MARKS_AWAY",
    "V4, SMALL_LINK, SWALLOWS_LONG",
    "V4, SWALLOWS_LONG, SMALL_LINK",
    "V4, SWALLOWS_ALL, CLEARS_ECN",
    "V4, CLEARS_DSCP, SWALLOWS_ALL",
    "V6, CLEARS_DSCP, CLEARS_ECN",
    "V6, CLEARS_ECN, CLEARS_DSCP",
    "V6, TAKES_MARKS_AWAY, DROPS_MARKED",
    "V6, DROPS_MARKED, SMALL_LINK",
    "V6, SMALL_LINK, SWALLOWS_LONG",
  })
  void shouldFindWhatIsWrongWithEachWay(IpVersion ip, Fault there, Fault back) throws Exception {
    assertFound(ip, there, back, 200);
  }

  /** Which takes as long for both kinds of addresses, and is the same. */
  @ParameterizedTest
  @CsvSource({"V4, REORDERS, LOSES", "V4, LOSES, REORDERS"})
  void shouldFindWhatIsWrongWithAFlow(IpVersion ip, Fault there, Fault back) throws Exception {
    ProbeReport report = assertFound(ip, there, back, 500);
    PathReport reordered =
        there == Fault.REORDERS ? report.forward() : report.reverse().orElseThrow();
    PathReport lossy = there == Fault.LOSES ? report.forward() : report.reverse().orElseThrow();
    assertThat(reordered.train().reordered()).isBetween(2, 10);
    assertThat(lossy.train().arrived()).isBetween(440, 495);
  }

  private ProbeReport assertFound(IpVersion ip, Fault there, Fault back, int train)
      throws Exception {
    TwoRouters path = path(ip);
    path.breakOneWay(path.there(), there);
    path.breakOneWay(path.back(), back);
    ProbeReport report = path.probe(train);
    assertOnly(report.forward(), there);
    assertOnly(report.reverse().orElseThrow(), back);
    return report;
  }

  private static void assertOnly(PathReport report, Fault fault) {
    assertThat(report.problems())
        .extracting(Trouble::kind)
        .containsExactlyElementsOf(fault.kind.stream().toList());
    assertThat(report.problems())
        .allSatisfy(trouble ->
            assertThat(trouble.where())
                .as(trouble.sentence())
                .contains(new Place(fault.router, fault.router + 1)));
  }

  @Test
  void shouldNameTheHopOnTheWayAndTheMachinesAtItsEnds() throws Exception {
    TwoRouters path = path(IpVersion.V4);
    path.breakOneWay(path.there(), Fault.CLEARS_DSCP);
    path.breakOneWay(path.back(), Fault.CLEARS_ECN);
    ProbeReport report = path.probe(10);
    assertThat(sentence(report.forward()))
        .isEqualTo("DSCP 26 and 48 arrive as 0; between hop 1 (10.71.1.2) and hop 2 (10.71.2.2)");
    assertThat(sentence(report.reverse().orElseThrow()))
        .isEqualTo(
            "ECN is cleared: ECT(1) arrives as not-ECT, so switches behind that point cannot "
                + "mark, and DCQCN does not react; between hop 2 (10.71.2.1) and this machine");
  }

  /** A link takes no more in one direction than in the other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "V4 | 2,100 | hop 1 (10.71.1.2) | hop 2 (10.71.2.2) | hop 1 (10.71.3.1) | hop 2 (10.71.2.1)",
        "V6 | 2,120 | hop 1 (fd71:0:0:1:0:0:0:2) | hop 2 (fd71:0:0:2:0:0:0:2)"
            + " | hop 1 (fd71:0:0:3:0:0:0:1) | hop 2 (fd71:0:0:2:0:0:0:1)",
      })
  void shouldFindTheLinkWithASmallMtu(
      IpVersion ip, String bytes, String first, String second, String firstBack, String secondBack)
      throws Exception {
    path(ip)
        .network()
        .script("ip -n ${P}r1 link set r1-r2 mtu 1500; ip -n ${P}r2 link set r2-r1 mtu 1500");
    ProbeReport report = path(ip).probe(10);
    String words =
        "path MTU 2048 does not pass ("
            + bytes
            + " bytes of IP): 1024 does. %1$s reports that the next link accepts 1,500; between "
            + "%1$s and %2$s";
    assertThat(sentence(report.forward())).isEqualTo(words.formatted(first, second));
    assertThat(sentence(report.reverse().orElseThrow()))
        .isEqualTo(words.formatted(firstBack, secondBack));
  }

  private static String sentence(PathReport report) {
    assertThat(report.problems()).hasSize(1);
    return report.problems().getFirst().sentence();
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayUnknownWhereRoutersDoNotAnswer(IpVersion ip) throws Exception {
    String icmp = ip == IpVersion.V4 ? "icmp" : "icmpv6";
    for (String router : List.of("r1", "r2")) {
      path(ip).network().rule(router, "mute", "output", icmp + " type time-exceeded drop");
    }
    ProbeReport both = path(ip).probe(10);
    for (PathReport report : List.of(both.forward(), both.reverse().orElseThrow())) {
      assertThat(report.problems()).isEmpty();
      assertThat(report.routers()).isEqualTo(List.of(Optional.empty(), Optional.empty()));
      assertThat(report.paths().distinct()).as("unknown, not 1").isEmpty();
    }
  }

  /** What the socket's own queue says, which takes no privilege. */
  @ParameterizedTest
  @EnumSource
  void shouldHearRoutersOnASocketOfItsOwn(IpVersion ip) throws Exception {
    TwoRouters path = path(ip);
    path.breakOneWay(path.there(), Fault.SMALL_LINK);
    List<IcmpHopError> answers =
        path.network()
            .on(
                "c",
                () -> {
                  List<IcmpHopError> heard = new ArrayList<>();
                  ProbeExchange.Lent lent = new ProbeExchange.Lent(17, 1);
                  try (ProbeSocket socket =
                      new ProbeSocket(path.client(), 0xc000, path.server(), 4791, lent)) {
                    assertThat(socket.send(2, 0x6a, 7, 64)).isTrue();
                    assertThat(socket.send(64, 0x6a, 8, 4096)).isTrue();
                    for (int i = 0;
                        i < 500 && heard.size() < 2;
                        i++) { // neighbours are sought first
                      TimeUnit.MILLISECONDS.sleep(10);
                      socket.errors(heard::add);
                    }
                  }
                  return heard;
                });
    assertThat(answers)
        .containsExactlyInAnyOrder(
            new IcmpHopError(ip.address(2, 2), About.EXPIRED, 0, 7, 0xc000, -1),
            new IcmpHopError(ip.address(1, 2), About.TOO_LONG, 1500, 8, 0xc000, -1));
  }

  /**
   * Four next hops on the way there, two on the way back, by ports. Routers answer with the address
   * at which a packet came in: with that of the way that their answer takes, which is Linux's own
   * choice, one that has several next hops would look like several.
   */
  @ParameterizedTest
  @EnumSource
  void shouldCountTheWaysOfARouteWithSeveralNextHops(IpVersion ip) throws Exception {
    StringBuilder script = new StringBuilder();
    script.append("link c r1 %s\nlink r2 s %s\n".formatted(ip.link(1), ip.link(3)));
    script.append("way c default %s\nway s default %s\n".formatted(ip.text(1, 2), ip.text(3, 1)));
    for (int m = 1; m <= 4; m++) {
      script.append(
          "link r1 m%d %s\nlink m%1$d r2 %s\n".formatted(m, ip.link(10 + m), ip.link(20 + m)));
      script.append("way m%d %s %s\n".formatted(m, ip.prefix(3), ip.text(20 + m, 2)));
      script.append("way m%d %s %s\n".formatted(m, ip.prefix(1), ip.text(10 + m, 1)));
    }
    script.append(hash(ip, 1));
    script.append("ip -n ${P}r1 route add %s%s\n".formatted(ip.prefix(3), hops(ip, 10, 2, 4)));
    script.append("ip -n ${P}r2 route add %s%s\n".formatted(ip.prefix(1), hops(ip, 20, 1, 2)));
    try (Namespaces network = Namespaces.of("c r1 m1 m2 m3 m4 r2 s", script.toString())) {
      ProbedPath path = new ProbedPath(network, ip.address(1, 1), ip.address(3, 2));
      ProbeReport report = path.probe(10);
      // On a busy machine a round may not settle in 100 ms: six routers seek their neighbours.
      for (int again = 0; again < 3 && !report.forward().problems().isEmpty(); again++) {
        report = path.probe(10);
      }
      assertWays(report.forward(), 4);
      assertWays(report.reverse().orElseThrow(), 2);
      if (ip == IpVersion.V6) { // then they look at addresses and flow label alone
        network.script(hash(ip, 0));
        assertThat(path.probe(10).forward().paths().distinct()).hasValue(1);
      }
    }
  }

  private static String hash(IpVersion ip, int policy) {
    String net = ip == IpVersion.V4 ? "ipv4" : "ipv6";
    String set =
        "ip netns exec ${P}%s sysctl -q -w net.%s.fib_multipath_hash_policy=%d"
            + " net.ipv4.icmp_errors_use_inbound_ifaddr=1\n";
    return set.formatted("r1", net, policy) + set.formatted("r2", net, policy);
  }

  private static String hops(IpVersion ip, int networks, int machine, int count) {
    StringBuilder hops = new StringBuilder();
    for (int m = 1; m <= count; m++) {
      hops.append(" nexthop via ").append(ip.text(networks + m, machine));
    }
    return hops.toString();
  }

  private static void assertWays(PathReport report, int count) {
    assertThat(report.problems()).isEmpty();
    assertThat(report.routers()).hasSize(3);
    assertThat(report.paths().distinct()).hasValue(count);
    assertThat(report.paths().atLeast()).isFalse();
    assertThat(report.paths().each()).allMatch(way -> way.sourcePorts() > 0);
  }
}
