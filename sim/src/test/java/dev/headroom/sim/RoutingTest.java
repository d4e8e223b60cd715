package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.measure.PortResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several next hops data takes, by {@code routing.algorithm}. */
final class RoutingTest {
  private static final int SPINES = 8;

  /** Two leaves of eight hosts with eight spines between them; the timeout never runs out. */
  private static Lab lab(String algorithm) {
    return Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=8", "fabric.hostsPerLeaf=8")
        .set(RoutingKnobs.ROUTING, algorithm)
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.ACK_TIMEOUT, "0");
  }

  /** Data packets on each uplink of the first leaf. */
  private static List<Long> uplinks(Lab lab, Lab.Outcome outcome) {
    int leaf = lab.node("leaf-0");
    return outcome.run().ports().stream()
        .filter(port -> port.node() == leaf && port.port() >= 8)
        .map(PortResult::dataBytes)
        .toList();
  }

  private static long inUse(List<Long> uplinks) {
    return uplinks.stream().filter(bytes -> bytes > 0).count();
  }

  @Test
  void shouldDealPacketsOutInTurn() {
    Lab lab = lab("round-robin").flow(0, 8, 4096 * 80, 0).set(TransportKnobs.WINDOW, "4KiB");
    List<Long> uplinks = uplinks(lab, lab.run());
    long all = uplinks.stream().mapToLong(Long::longValue).sum();
    assertThat(uplinks)
        .allSatisfy(bytes -> assertThat((double) bytes).isCloseTo(all / 8.0, within(20.0)));
  }

  @Test
  void shouldSprayAtRandom() {
    int packets = 8_000;
    Lab lab = lab("spray").flow(0, 8, 4096L * packets, 0).set(TransportKnobs.WINDOW, "4KiB");
    // Multinomial: a link has 1,000 packets with a standard deviation of 29.6.
    List<Long> uplinks = uplinks(lab, lab.run());
    assertThat(uplinks)
        .allSatisfy(bytes ->
            assertThat(bytes / 4158.0).isCloseTo(packets / (double) SPINES, within(4 * 29.6)));
    assertThat(inUse(uplinks)).isEqualTo(SPINES);
    assertThat(uplinks.stream().distinct().count()).as("not in turn").isGreaterThan(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "adaptive-remote"})
  void shouldLeaveNoQueueBehindWhereEverybodyAdapts(String algorithm) {
    Lab lab = lab(algorithm).set(TransportKnobs.WINDOW, "4KiB").set(RoutingKnobs.GRADES, "none");
    for (int host = 0; host < 8; host++) {
      lab.flow(host, 8 + host, 4096 * 200, 0);
    }
    Lab.Outcome outcome = lab.run();
    int leaf = lab.node("leaf-0");
    assertThat(outcome.run().ports())
        .filteredOn(port -> port.node() == leaf && port.port() >= 8)
        .allSatisfy(port -> assertThat(port.peakQueueBytes()[3]).isLessThan(3 * 4174));
    assertThat(inUse(uplinks(lab, outcome))).isEqualTo(SPINES);
    assertThat(outcome.run().counts().retransmissions()).isZero();
  }

  @Test
  void shouldTakeQueuesOfOneGradeForEqual() {
    Lab lab = lab("adaptive").set(RoutingKnobs.GRADES, "1MB").flow(0, 8, 4096 * 800, 0);
    assertThat(inUse(uplinks(lab, lab.run()))).isEqualTo(SPINES);
  }

  @Test
  void shouldAvoidTheSpineThatHasQueuedMuch() {
    // All of leaf-1 sends to host 16 over a slow link from spine 0; leaf-0 sends there too.
    long local = throughSlowSpine("adaptive");
    long remote = throughSlowSpine("adaptive-remote");
    assertThat(remote).isLessThan(local / 2);
  }

  /** Data that the slow spine passed on, of three leaves around two spines. */
  private static long throughSlowSpine(String algorithm) {
    Lab lab = new Lab();
    for (int host = 0; host < 6; host++) {
      lab.host();
    }
    int[] leaf = {lab.device(), lab.device(), lab.device()};
    int[] spine = {lab.device(), lab.device()};
    for (int host = 0; host < 6; host++) {
      lab.link(host, leaf[host / 2], "100Gbps", "500ns");
    }
    for (int from : leaf) {
      lab.link(from, spine[0], from == leaf[2] ? "25Gbps" : "100Gbps", "500ns");
      lab.link(from, spine[1], from == leaf[2] ? "400Gbps" : "100Gbps", "500ns");
    }
    lab.set(RoutingKnobs.ROUTING, algorithm)
        .set(RoutingKnobs.GRADE_PERIOD, "2us")
        .set(RoutingKnobs.GRADES, "none")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.WINDOW, "4KiB")
        .set(TransportKnobs.MTU, "256")
        .set(TransportKnobs.ACK_TIMEOUT, "8");
    for (int i = 0; i < 4; i++) {
      lab.flow(i, 4 + i % 2, 200_000, 0);
    }
    Lab.Outcome outcome = lab.run();
    return outcome.run().ports().stream()
        .filter(port -> port.node() == spine[0])
        .mapToLong(PortResult::dataBytes)
        .sum();
  }

  @Test
  void shouldKeepAFlowletTogetherAndLetTheNextOneGoElsewhere() {
    Lab steady = lab("flowlet").flow(0, 8, 4_000_000, 0);
    assertThat(inUse(uplinks(steady, steady.run()))).isEqualTo(1);

    Lab pausing = lab("flowlet").onOneQueuePair();
    Lab hasty = lab("flowlet").onOneQueuePair();
    for (int i = 0; i < 64; i++) {
      pausing.flow(0, 8, 8_192, i * 150L * Lab.US);
      hasty.flow(0, 8, 8_192, i * 90L * Lab.US);
    }
    assertThat(inUse(uplinks(pausing, pausing.run()))).isEqualTo(SPINES);
    assertThat(inUse(uplinks(hasty, hasty.run()))).isEqualTo(1);
  }

  @Test
  void shouldSpreadQueuePairsOfOneHostPairByTheirNumbers() {
    assertThat(queuePairsOnUplinks("ecmp")).isEqualTo(1);
    assertThat(queuePairsOnUplinks("e-ecmp")).isGreaterThanOrEqualTo(6);
  }

  /** 32 queue pairs between two hosts that all have the same UDP ports. */
  private static long queuePairsOnUplinks(String algorithm) {
    Lab lab = lab(algorithm).set(RoutingKnobs.UDP_PORT, "fixed");
    for (int pair = 0; pair < 32; pair++) {
      lab.flow(FlowList.Entry.at(0, 8, 1_000, 0));
    }
    return inUse(uplinks(lab, lab.run()));
  }
}
