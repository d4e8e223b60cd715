package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.check.EcnMargin;
import dev.headroom.sim.check.PartialGoBackUnits;
import dev.headroom.sim.check.ReorderingRisk;
import dev.headroom.sim.check.SwitchEcnCheck;
import dev.headroom.sim.check.SwitchEcnCheck.Verdict;
import dev.headroom.sim.check.UndersizedQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a scenario before it runs, held beside the paper's figures and beside runs. */
final class PrecheckTest {
  private static Lab ring(int hops) {
    Lab lab = Lab.shape("ring", "fabric.links.rate=100Gbps", "fabric.links.delay=500ns");
    for (int i = 0; i < 5; i++) {
      lab.flow(i, (i + hops) % 5, 1L << 20, 0);
    }
    return lab;
  }

  @Test
  void shouldFindTheCircleOfARingOnlyWhereTrafficCloses() {
    Precheck two = Precheck.of(ring(2).scenario());
    assertThat(two.ring()).doesNotHaveDuplicates().hasSize(5);
    assertThat(two.hasFindings()).isTrue();
    Precheck one = Precheck.of(ring(1).scenario());
    assertThat(one.ring()).isEmpty();
    assertThat(one.anyRing()).as("other traffic could").hasSize(5);
    assertThat(Precheck.of(ring(2).set(PfcKnobs.PFC, "false").scenario()).anyRing()).isEmpty();
  }

  @Test
  void shouldFindNoneInAClos() {
    Lab fatTree = Lab.shape("fat-tree", "fabric.k=4").flow(0, 15, 1000, 0);
    assertThat(Precheck.of(fatTree.scenario()).anyRing()).isEmpty();
    Lab leafSpine = Lab.shape("leaf-spine", "fabric.leaves=4").flow(0, 15, 1000, 0);
    assertThat(Precheck.of(leafSpine.scenario()).anyRing()).isEmpty();
  }

  /** Four leaves and two spines: each pair of leaves in turn is left without a spine of its own. */
  private static Lab valleys(String valley) {
    return Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=1")
        .set(RoutingKnobs.VALLEY, valley)
        .flow(0, 1, 100_000, 0)
        .linkDown(3 + 1, 10 * Lab.US) // leaf-0 keeps spine-1
        .linkDown(4 + 3, 10 * Lab.US); // leaf-1 keeps spine-0
  }

  @Test
  void shouldFindCirclesOfValleysOnlyWhereTheyAreAllowed() {
    assertThat(Precheck.of(valleys("forbid").scenario()).anyRing()).isEmpty();
    assertThat(Precheck.of(valleys("allow").scenario()).anyRing()).isNotEmpty();
  }

  /** One flow through a switch whose lossy queues may hold half of an empty buffer. */
  private static Lab lossy(long buffer) {
    Lab lab = new Lab();
    lab.host();
    lab.host();
    int hub = lab.device();
    return lab.link(0, hub, "100Gbps", "100ns")
        .link(1, hub, "100Gbps", "100ns")
        .flow(0, 1, 20_000, 0)
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.SWITCH_CELL, "200B")
        .set(SwitchKnobs.LOSSY_ALPHA, "0.5")
        .set(SwitchKnobs.SWITCH_BUFFER, buffer + "B")
        .set(RunKnobs.STOP, "1ms");
  }

  @Test
  void shouldForeseeThatNoFrameFitsIntoALossyQueue() {
    long charged = 21 * 200; // 4,170 B with RETH, in cells of 200 B
    Lab enough = lossy(2 * charged);
    assertThat(Precheck.of(enough.scenario()).tightQueues()).isEmpty();
    assertThat(enough.run().flows()).allMatch(FlowResult::finished);

    Lab tight = lossy(2 * charged - 2);
    assertThat(Precheck.withoutDetails(tight.scenario()).tightQueues())
        .containsExactly(new UndersizedQueue("switch-2", 1, 2 * charged - 2, 0.5, charged));
    assertThat(Precheck.of(tight.scenario()).hasFindings()).isTrue();
    Lab.Outcome never = tight.run();
    assertThat(never.flows()).noneMatch(FlowResult::finished);
    assertThat(never.run().counts().drops()).containsOnlyKeys(DropCause.THRESHOLD);
  }

  /** Each of 64 packets between two leaves by one of four spines, or the only one. */
  private static Lab sprayed(int spines, String... sets) {
    Lab lab =
        Lab.shape(
                "leaf-spine", "fabric.leaves=2", "fabric.spines=" + spines, "fabric.hostsPerLeaf=2")
            .set(RoutingKnobs.ROUTING, "spray")
            .flow(0, 2, 1L << 18, 0)
            .flow(1, 3, 1L << 18, 0);
    for (String set : sets) {
      String[] pair = set.split("=");
      lab.set(Knobs.named(pair[0]).orElseThrow(), pair[1]);
    }
    return lab;
  }

  @ParameterizedTest
  @CsvSource({
    "4, transport.recovery=go-back-n, transport.recovery",
    "4, transport.recovery=selective-repeat, transport.recovery",
    "4, transport.recovery=out-of-order, ''",
    "1, transport.recovery=go-back-n, ''",
    "4, routing.algorithm=flowlet, ''",
    "4, pfc.enabled=false, transport.recovery"
  })
  void shouldForeseeThatPacketsOvertakenAreSentAgain(int spines, String set, String blamed) {
    Lab lab = sprayed(spines, set);
    for (Precheck check :
        List.of(Precheck.of(lab.scenario()), Precheck.withoutDetails(lab.scenario()))) {
      assertThat(
              check.reorderingRisk().stream()
                  .map(ReorderingRisk::key)
                  .collect(Collectors.joining()))
          .isEqualTo(blamed);
      assertThat(check.hasFindings()).isEqualTo(!blamed.isEmpty());
    }
    assertThat(lab.run().run().counts().retransmissions() > 0).isEqualTo(!blamed.isEmpty());
  }

  /** Units of 16 KiB, whole or nothing: 100 KB are six of them and 1,696 B. */
  @Test
  void shouldForeseeFlowsThatAreNeverAcknowledgedToTheirEnd() {
    Lab lab =
        Lab.shape("single", "fabric.hosts=3")
            .set(TransportKnobs.FRAMING, "hpcc-ns3")
            .set(TransportKnobs.GO_BACK_UNIT, "16KiB")
            .set(RunKnobs.STOP, "1ms")
            .flow(0, 1, 6 * 16_384, 0)
            .flow(1, 2, 100_000, 0);
    PartialGoBackUnits units = Precheck.withoutDetails(lab.scenario()).partialUnits().orElseThrow();
    assertThat(units)
        .isEqualTo(new PartialGoBackUnits(1, 2, new Size(16_384), 1, new Size(100_000)));
    assertThat(Precheck.of(lab.scenario()).hasFindings()).isTrue();
    assertThat(lab.run().flows()).extracting(FlowResult::finished).containsExactly(true, false);
    lab.set(TransportKnobs.GO_BACK_UNIT, "100KB");
    assertThat(Precheck.of(lab.scenario()).partialUnits())
        .map(PartialGoBackUnits::flows)
        .contains(1L);
    lab.set(TransportKnobs.GO_BACK_UNIT, "32B"); // divides both
    assertThat(Precheck.of(lab.scenario()).partialUnits()).isEmpty();
    lab.set(TransportKnobs.FRAMING, "rocev2");
    assertThat(Precheck.of(lab.scenario()).partialUnits()).isEmpty();
    assertThat(lab.run().flows()).allMatch(FlowResult::finished);
  }

  /** 12 MB, 32 ports, 8 classes, headroom of 22.4 KB each, beta 8: Zhu et al., section 4. */
  @Test
  void shouldGiveThePapersBound() {
    EcnMargin trident = new EcnMargin(12_000_000, 32, 8, 32 * 8 * 22_400, 0, 1, -1, 32, 31);
    assertThat(trident.safeKmin()).isCloseTo(21_750, within(10.0));
    // With a fixed threshold it may be 24.47 KB at most, and Kmin less than a frame.
    long fixed = (12_000_000 - 32 * 8 * 22_400) / (8 * 32);
    assertThat(fixed).isBetween(24_460L, 24_480L);
    EcnMargin still = new EcnMargin(12_000_000, 32, 8, 32 * 8 * 22_400, 0, 1, fixed, 32, 31);
    assertThat(still.safeKmin()).isCloseTo(765, within(1.0));
  }

  /** One fast host fills the queues of slow ones; marks are certain above Kmin. */
  private static Lab fanOut(int receivers, long kmin) {
    Lab lab = new Lab();
    lab.host();
    for (int i = 0; i < receivers; i++) {
      lab.host();
    }
    int hub = lab.device();
    lab.link(0, hub, "800Gbps", "100ns");
    for (int i = 1; i <= receivers; i++) {
      lab.link(i, hub, "50Gbps", "100ns").flow(0, i, 1L << 30, 0);
    }
    return lab.set(CongestionKnobs.ALGORITHM, "none")
        .set(CongestionKnobs.KMIN, kmin + "B")
        .set(CongestionKnobs.KMAX, kmin + "B")
        .set(SwitchKnobs.SWITCH_BUFFER, "8MiB")
        .set(PfcKnobs.HEADROOM, "200KB")
        .set(RunKnobs.STOP, "100us");
  }

  /** Checked as if senders slowed down; they run without, so that it shows what comes first. */
  private static SwitchEcnCheck check(Lab lab) {
    Scenario scenario = lab.scenario();
    Settings heeding = scenario.settings().with((Knob<?>) CongestionKnobs.ALGORITHM, "dcqcn");
    return Precheck.of(scenario.with(heeding)).switches().getFirst();
  }

  @Test
  void shouldNotAskWhichComesFirstWhereNobodyHeedsMarks() {
    Precheck check = Precheck.of(fanOut(1, 5_000_000).scenario());
    assertThat(check.switches().getFirst().verdict()).isEqualTo(Verdict.NOT_ASKED);
    assertThat(check.hasFindings()).isFalse();
  }

  @Test
  void shouldForeseeWhetherOneIngressIsPausedBeforeItsQueueIsMarked() {
    SwitchEcnCheck any = check(fanOut(1, 20_000));
    long limit = (long) (any.margin().pausesOneToOne() / any.chargePerByte());
    // What still comes after XOFF stands in the queue, too: 100 ns and back, and the response.
    assertThat(check(fanOut(1, limit * 8 / 10)).verdict()).isNotEqualTo(Verdict.PAUSES_FIRST);
    assertThat(fanOut(1, limit * 8 / 10).run().run().counts().marks()).isPositive();
    Lab late = fanOut(1, limit * 13 / 10);
    assertThat(check(late).verdict()).isEqualTo(Verdict.PAUSES_FIRST);
    Lab.Outcome outcome = late.run();
    assertThat(outcome.run().counts().pauses()).isPositive();
    assertThat(outcome.run().counts().marks()).isZero();
  }

  @Test
  void shouldForeseeWhetherOneIngressBehindManyQueuesIsPausedFirst() {
    SwitchEcnCheck any = check(fanOut(8, 20_000));
    assertThat(any.margin().fanOut()).isEqualTo(8);
    long limit = (long) (any.margin().safeKmin() / any.chargePerByte());
    Lab early = fanOut(8, limit * 8 / 10);
    assertThat(check(early).verdict()).isEqualTo(Verdict.MARKS_FIRST);
    assertThat(early.run().run().counts().marks()).isPositive();
    Lab late = fanOut(8, limit * 2);
    assertThat(check(late).verdict()).isEqualTo(Verdict.MARKS_FIRST_IN_INCAST);
    Lab.Outcome outcome = late.run();
    assertThat(outcome.run().counts().pauses()).isPositive();
    assertThat(outcome.run().counts().marks()).isZero();
  }

  @Test
  void shouldKnowTheFansOfALeafAndASpine() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=3")
            .flow(0, 11, 1000, 0);
    SwitchEcnCheck leaf = Precheck.of(lab.scenario()).switches().getFirst();
    SwitchEcnCheck spine = Precheck.of(lab.scenario()).switches().getLast();
    // A host of a leaf sends to two others and up two ways; an uplink brings packets for three
    // hosts.
    assertThat(leaf.margin().fanOut()).isEqualTo(4);
    assertThat(leaf.margin().fanIn()).as("a host hears two others and two uplinks").isEqualTo(4);
    assertThat(spine.margin().fanOut()).isEqualTo(3);
    assertThat(spine.margin().fanIn()).isEqualTo(3);
    assertThat(leaf.switches()).isEqualTo(4);
  }
}
