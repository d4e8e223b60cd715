package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.unit.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long packets fall into a hole after a link has failed. */
final class FailoverTest {
  private static final long PACKET_BITS = 8 * 4178;

  /** A paced flow from the first leaf to the second, 400 us long; nothing is ever sent again. */
  private static Lab lab(String detection, String convergence) {
    return Lab.shape(
            "leaf-spine",
            "fabric.leaves=2",
            "fabric.spines=4",
            "fabric.hostsPerLeaf=1",
            "fabric.links.rate=100Gbps")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.RECOVERY, "out-of-order")
        .set(TransportKnobs.REORDER_WINDOW, "65536")
        .set(TransportKnobs.RETRANSMIT_TIMEOUT, "100ms")
        .set(TransportKnobs.OUTSTANDING, "1000")
        .set(RunKnobs.STOP, "400us")
        .set(FailureKnobs.DETECTION, detection)
        .set(FailureKnobs.CONVERGENCE, convergence)
        .flow(0, 1, 1L << 30, 0);
  }

  /** The link that the flow takes up to a spine, or down from it. */
  private static int link(boolean up) {
    Lab.Outcome outcome = lab("0ns", "0ns").run();
    int leaf = lab("0ns", "0ns").node(up ? "leaf-0" : "leaf-1");
    return outcome.run().ports().stream()
        .filter(port -> up ? port.node() == leaf : port.peer() == leaf)
        .filter(port -> port.dataBytes() > 0 && port.node() > 1 && port.peer() > 1)
        .mapToInt(PortResult::link)
        .findFirst()
        .orElseThrow();
  }

  private static double lostForUs(Lab.Outcome outcome, DropCause cause) {
    return outcome.dropsByCause().getOrDefault(cause, 0L) * PACKET_BITS / 100e3;
  }

  @Test
  void shouldLosePacketsUntilTheSwitchBesideTheLinkNotices() {
    Lab.Outcome outcome = lab("30us", "200us").linkDown(link(true), 100 * Lab.US).run();
    assertThat(lostForUs(outcome, DropCause.LINK_DOWN)).isCloseTo(30, within(2.0));
    assertThat(outcome.dropsByCause()).doesNotContainKey(DropCause.NO_ROUTE);
  }

  @Test
  void shouldLosePacketsUntilAllNoticeWhereTheSpineHasNoOtherWay() {
    Lab.Outcome outcome = lab("30us", "200us").linkDown(link(false), 100 * Lab.US).run();
    assertThat(lostForUs(outcome, DropCause.LINK_DOWN)).isCloseTo(30, within(2.0));
    assertThat(lostForUs(outcome, DropCause.NO_ROUTE)).isCloseTo(170, within(2.0));
  }

  @Test
  void shouldLoseNearlyNothingWhereAllNoticeAtOnce() {
    Lab.Outcome outcome = lab("0ns", "0ns").linkDown(link(false), 100 * Lab.US).run();
    double lost = lostForUs(outcome, DropCause.LINK_DOWN) + lostForUs(outcome, DropCause.NO_ROUTE);
    assertThat(lost).as("what was on its way to that spine").isBetween(0.1, 2.0);
  }

  /** The packet is on the wire between two partitions when that fails, and the run ends at once. */
  @Test
  void shouldCountWhatIsLostInTheLastWindowHoweverTheWorkIsSplit() {
    Lab lab =
        Lab.chain(List.of("100Gbps", "100Gbps", "100Gbps"), "1us")
            .set(RunKnobs.STOP, "1557452ps")
            .flow(0, 1, 0, 0)
            .linkDown(1, 1_375_476);
    Lab.Outcome one = lab.run(new RunOptions(1, 1, false));
    assertThat(one.dropsByCause()).containsEntry(DropCause.LINK_DOWN, 1L);
    assertThat(lab.run(new RunOptions(1, 2, false)).run().digest()).isEqualTo(one.run().digest());
  }

  /** Leaf-0 reaches one spine and leaf-1 the others: what is left is a valley by a third leaf. */
  @Test
  void shouldGoDownAndUpAgainOnlyWhereThatIsAllowed() {
    assertThat(cutApart("forbid").flow(0).finished()).isFalse();
    assertThat(cutApart("forbid").dropsByCause()).containsKey(DropCause.NO_ROUTE);
    assertThat(cutApart("allow").flow(0).finished()).isTrue();
  }

  private static Lab.Outcome cutApart(String valley) {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=3", "fabric.spines=2", "fabric.hostsPerLeaf=1")
            .set(RoutingKnobs.ROUTING, "ecmp")
            .set(RoutingKnobs.VALLEY, valley)
            .set(RunKnobs.STOP, "10ms")
            .set(TransportKnobs.ACK_TIMEOUT, "4")
            .flow(0, 1, 100_000, 50 * Lab.US);
    return lab.linkDown(3, 10 * Lab.US).linkDown(6, 10 * Lab.US).run();
  }

  @Test
  void shouldMeasureHowLongAFlowStandsStill() {
    for (String detection : new String[] {"500ns", "30us", "200us"}) {
      Lab.Outcome outcome = lab(detection, "200us").linkDown(link(true), 100 * Lab.US).run();
      Failover failover = outcome.run().disruptions().failover();
      assertThat(failover.affected()).isEqualTo(1);
      long expected = Time.parse(detection).ps();
      // Then a packet takes its way: three hops of 500 ns and a little.
      assertThat(failover.quantilePs(0.5)).isBetween(expected, expected + 4 * Lab.US);
      assertThat(failover.reroutes().getFirst())
          .isEqualTo(new Failover.Reroute(100 * Lab.US + expected, 1, 1, 0, 0));
    }
  }

  @Test
  void shouldCountFlowsThatNobodyServesAgain() {
    Lab.Outcome outcome = lab("1ms", "1ms").linkDown(link(true), 100 * Lab.US).run();
    assertThat(outcome.run().disruptions().failover().lost()).isEqualTo(1);
  }

  /** The only link between two switches dies and comes back. */
  @Test
  void shouldTellFlowsThatNoWayIsLeftForFromThoseThatMoved() {
    Lab lab =
        Lab.shape("dumbbell", "fabric.left=2", "fabric.right=2")
            .set(FailureKnobs.DETECTION, "1us")
            .set(FailureKnobs.CONVERGENCE, "0ns")
            .set(RunKnobs.STOP, "1ms")
            .flow(0, 2, 1L << 30, 0)
            .flow(1, 3, 1L << 30, 0);
    int switches = lab.node("switch-0");
    var links = lab.scenario().fabric().links();
    for (int link = 0; link < links.size(); link++) {
      if (links.get(link).a() == switches && links.get(link).b() == lab.node("switch-1")) {
        lab.linkDown(link, 20 * Lab.US).linkUp(link, 200 * Lab.US);
      }
    }
    List<Failover.Reroute> reroutes = lab.run().run().disruptions().failover().reroutes();
    assertThat(reroutes).hasSize(2);
    assertThat(reroutes.getFirst())
        .isEqualTo(new Failover.Reroute(reroutes.getFirst().atPs(), 2, 0, 0, 2));
    assertThat(reroutes.getLast())
        .isEqualTo(new Failover.Reroute(reroutes.getLast().atPs(), 2, 2, 0, 0));
  }

  /** Sixty-four flows over eight spines, of which one dies. */
  private static Failover.Reroute rerouted(String algorithm) {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=8", "fabric.hostsPerLeaf=64")
            .set(RoutingKnobs.ROUTING, algorithm)
            .set(FailureKnobs.DETECTION, "1us")
            .set(RunKnobs.STOP, "60us");
    for (int host = 0; host < 64; host++) {
      lab.flow(host, 64 + host, 1L << 30, 0);
    }
    int spine = lab.node("spine-3");
    var links = lab.scenario().fabric().links();
    for (int link = 0; link < links.size(); link++) {
      if (links.get(link).a() == spine || links.get(link).b() == spine) {
        lab.linkDown(link, 20 * Lab.US);
      }
    }
    return lab.run().run().disruptions().failover().reroutes().getFirst();
  }

  @Test
  void shouldMoveAllWithEcmpAndOnlyThoseOfTheFailedWayWithResilientHashing() {
    Failover.Reroute ecmp = rerouted("ecmp");
    Failover.Reroute resilient = rerouted("resilient");
    assertThat(ecmp.underWay()).isEqualTo(64);
    // Upper bits of hash · 8, then of hash · 7 over the seven that are left: (7+6+5+4+5+6+7)/56 of
    // all
    // hashes give the same spine, 16/56 another one: 18 of 64 flows, where 8 have to move.
    assertThat(ecmp.moved()).isBetween(12L, 25L);
    assertThat(ecmp.unnecessaryReroutes()).isPositive();
    assertThat(resilient.moved()).isBetween(2L, 16L);
    assertThat(resilient.unnecessaryReroutes()).isZero();
  }

  @Test
  void shouldMeasureTheSameOnAnyNumberOfPartitions() {
    Lab lab = lab("30us", "100us").flow(1, 0, 1L << 30, 0).linkDown(link(true), 100 * Lab.US);
    Failover one = lab.run(new RunOptions(1, 1, false)).run().disruptions().failover();
    assertThat(one.affected()).isPositive();
    assertThat(lab.run(new RunOptions(2, 4, false)).run().disruptions().failover()).isEqualTo(one);
  }

  @Test
  void shouldNotMoveAFlowForALinkThatFlapsFasterThanAnybodyNotices() {
    Lab.Outcome outcome =
        lab("30us", "200us")
            .linkDown(link(true), 100 * Lab.US)
            .linkUp(link(true), 110 * Lab.US)
            .run();
    assertThat(lostForUs(outcome, DropCause.LINK_DOWN)).isCloseTo(10, within(2.0));
    int leaf = lab("0ns", "0ns").node("leaf-0");
    assertThat(outcome.run().ports())
        .filteredOn(port -> port.node() == leaf && port.peer() > 1 && port.dataBytes() > 0)
        .hasSize(1);
  }
}
