package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** InfiniBand's transport over links under credits, beside what is known of it. */
final class InfinibandRunTest {
  private static final ResultTable CABLES =
      ResultTable.of(
          "infiniband-cables",
          InfinibandRunTest.class,
          "128 KiB of buffer, 400 Gb/s, delay each way",
          "31 packets per round trip, Gb/s",
          "here, Gb/s",
          "difference");

  private static final ResultTable LINES =
      ResultTable.of(
          "infiniband-lines",
          InfinibandRunTest.class,
          "WRITE of 256 MB",
          "Azure's health check, Gb/s",
          "here, Gb/s",
          "share of the line");

  private static Lab on(Lab lab, String preset) {
    return lab.set(Presets.named("infiniband").orElseThrow().settings())
        .set(Presets.named(preset).orElseThrow().settings());
  }

  private static Lab infiniband(Lab lab) {
    return on(lab, "infiniband");
  }

  /**
   * A packet of 4,096 B: LRH 8, BTH 12, RETH 16, ICRC 4, VCRC 2 and two delimiters; its ACK has
   * AETH 4 in the place of RETH. The receiver's flow control packet of 8 B goes before the ACK.
   */
  @Test
  void shouldTakeTheTimeOfItsBytesDelaysAndLatencies() {
    Lab lab = infiniband(Lab.chain(List.of("100Gbps", "100Gbps"), "500ns"));
    lab.set(SwitchKnobs.SWITCH_LATENCY, "130ns").flow(0, 1, 4_096, 0);
    long wayPs = 2 * 500_000 + 130_000;
    long bytes = (4_096 + 42 + 2) + (30 + 2) + 8;
    assertThat(lab.run().flow(0).completedPs()).isEqualTo(2 * wayPs + bytes * 80);
  }

  /**
   * What Azure's health checks ask of ib_write_bw on EDR, HDR and NDR: 95, 190 and 390 Gb/s. The
   * framing leaves 4096/4124 of the line, and the credits of the way back take next to nothing.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"100Gbps, 95", "200Gbps, 190", "400Gbps, 390", "800Gbps, 780"})
  void shouldReachTheBandwidthThatIsMeasured(String rate, double passGbps) {
    Lab lab = infiniband(Lab.chain(List.of(rate, rate), "150ns"));
    lab.flow(0, 1, 256_000_000, 0);
    double gbps = 256e6 * 8e3 / lab.run().flow(0).completedPs();
    double line = Double.parseDouble(rate.replace("Gbps", ""));
    assertThat(gbps).isGreaterThan(passGbps);
    assertThat(gbps / line).isBetween(0.99, 4_096 / 4_124.0);
    LINES.row(
        rate,
        rate.equals("800Gbps") ? "" : "over " + Cells.number(passGbps, 0),
        Cells.number(gbps, 1),
        Cells.share(gbps / line, 1));
  }

  /**
   * The 2,048 blocks that 12 bits can grant are what a link carries in a round trip of 2.6 us at
   * 400 Gb/s: over longer ones the rate falls as 1/RTT.
   */
  @ParameterizedTest(name = "{0} us")
  @ValueSource(ints = {2, 5, 10, 20})
  void shouldBeShortOfCreditOverALongCable(int delayUs) {
    Lab lab = infiniband(Lab.chain(List.of("400Gbps", "400Gbps"), delayUs + "us"));
    lab.set(SwitchKnobs.SWITCH_LATENCY, "0ns").set(CreditKnobs.CREDIT_BUFFER, "128KiB");
    lab.flow(0, 1, 64_000_000, 0);
    double gbps = 64e6 * 8e3 / (lab.run().flow(0).completedPs() - 4e6 * delayUs);
    // 31 packets of 65 blocks; the credit of the first is back after two delays, it and 8 B.
    double roundPs = 2e6 * delayUs + (4_124 + 8) * 20;
    double expected = 31 * 4_096 * 8e3 / roundPs;
    assertThat(gbps).isBetween(0.96 * expected, 1.01 * expected);
    CABLES.row(
        delayUs + " us",
        Cells.number(expected, 1),
        Cells.number(gbps, 1),
        Cells.difference(gbps, expected));
  }

  /**
   * In a fat tree whose tables are dealt out LID by LID any shift of all hosts is free of
   * contention (Zahavi, D-Mod-K routing, 2010): each flow is as fast as alone, but for flow control
   * packets.
   */
  @ParameterizedTest(name = "shift by {0}")
  @ValueSource(ints = {1, 3, 4, 5, 7, 8, 11, 15})
  void shouldCarryAShiftWithoutContention(int shift) {
    Lab lab = tree();
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + shift) % 16, 4_000_000, 0);
    }
    Lab.Outcome outcome = infiniband(lab).run();
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.flows()).allMatch(flow -> flow.finished() && flow.slowdown() < 1.02);
  }

  /** The same shift with ECMP's hash in the place of tables: flows meet on uplinks. */
  @Test
  void shouldCollideWhereAHashChooses() {
    Lab lab = tree();
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 5) % 16, 4_000_000, 0);
    }
    Lab.Outcome outcome =
        infiniband(lab)
            .set(RoutingKnobs.ROUTING, "ecmp")
            .set(TransportKnobs.TRANSPORT, "rocev2")
            .run();
    assertThat(outcome.flows()).anyMatch(flow -> flow.slowdown() > 1.9);
  }

  /** All from one leaf to hosts that the tables give the same uplink: four share it. */
  @Test
  void shouldNotSpreadWhatGoesToTheSameUplink() {
    Lab lab = tree();
    for (int host = 0; host < 3; host++) {
      lab.flow(host, 4 * (host + 1), 4_000_000, 0);
    }
    Lab.Outcome outcome = infiniband(lab).run();
    assertThat(outcome.flows()).allMatch(flow -> flow.slowdown() > 2.5 && flow.slowdown() < 3.1);
  }

  /** With more LIDs a host, queue pairs to the same host take several ways. */
  @Test
  void shouldSpreadQueuePairsOverTheLidsOfAHost() {
    double one = incompleteShare("0");
    double four = incompleteShare("2");
    assertThat(four).isLessThan(0.7 * one);
  }

  private static double incompleteShare(String lmc) {
    Lab lab = tree();
    for (int host = 0; host < 3; host++) {
      lab.flow(host, 4 * (host + 1), 4_000_000, 0);
    }
    Lab.Outcome outcome = infiniband(lab).set(InfinibandKnobs.LMC, lmc).run();
    return outcome.flows().stream().mapToDouble(flow -> flow.slowdown()).sum();
  }

  /** The same three flows with adaptive routing: they find the other uplinks. */
  @Test
  void shouldSpreadPacketsWithAdaptiveRouting() {
    Lab lab = tree();
    for (int host = 0; host < 3; host++) {
      lab.flow(host, 4 * (host + 1), 4_000_000, 0);
    }
    Lab.Outcome outcome = on(lab, "infiniband-adaptive").run();
    assertThat(outcome.flows()).allMatch(flow -> flow.slowdown() < 1.3);
    assertThat(outcome.run().counts().retransmissions()).isZero();
  }

  private static Lab tree() {
    return Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4");
  }

  /**
   * Links with one wrong bit in ten million: queue pairs lose packets, and time out where the last
   * one is lost; with retry at the links they hear of nothing, however the work is split.
   */
  @Test
  void shouldSpareQueuePairsWhatLinksRepair() {
    Lab.Outcome without = worn("false").run();
    assertThat(without.run().counts().retransmissions()).isPositive();
    assertThat(without.drops()).isPositive();
    Lab.Outcome with = worn("true").run();
    assertThat(with.run().counts().retransmissions()).isZero();
    assertThat(with.drops()).isZero();
    assertThat(with.flows()).allMatch(flow -> flow.finished());
    assertThat(with.run().disruptions().linkRetries().nacks()).isGreaterThan(50);
    for (int parts : new int[] {2, 4, 8}) {
      Lab.Outcome other = worn("true").run(new RunOptions(2, parts, false));
      assertThat(other.run().digest()).isEqualTo(with.run().digest());
      assertThat(other.run().disruptions()).isEqualTo(with.run().disruptions());
    }
  }

  private static Lab worn(String retry) {
    Lab lab = infiniband(tree()).set(FailureKnobs.LINK_RETRY, retry);
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 5) % 16, 2_000_000, 0);
    }
    for (int link = 0; link < 32; link++) {
      lab.worse(link, 1, 0, 1, 1e-7);
    }
    return lab;
  }

  /**
   * Each link of a ring carries what goes on to the next: a circle of buffers that wait for each
   * other (Dally and Seitz, 1987). It locks up on one virtual lane, and does not where the ways go
   * up and then down, since no way takes the link that would close the circle.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"min-hop, true", "up-down, false"})
  void shouldLockUpInARingUnlessWaysGoUpAndDown(String engine, boolean locks) {
    Lab lab = Lab.shape("ring", "fabric.length=5", "fabric.hostsPerSwitch=2");
    for (int host = 0; host < 10; host++) {
      lab.flow(host, (host + 4) % 10, 16_000_000, 0);
    }
    Lab.Outcome outcome =
        infiniband(lab).set(InfinibandKnobs.ENGINE, engine).set(RunKnobs.STOP, "20ms").run();
    assertThat(outcome.run().deadlock().exists()).isEqualTo(locks);
    assertThat(outcome.drops()).isZero();
    if (locks) {
      assertThat(outcome.run().deadlock().ring()).hasSize(5);
    } else {
      assertThat(outcome.flows()).allMatch(flow -> flow.finished());
    }
  }

  @Test
  void shouldRefuseRoceV1AcrossARouter() {
    Lab lab = tree().flow(0, 1, 1_000, 0).flow(0, 5, 1_000, 0);
    lab.set(Presets.named("rocev1").orElseThrow().settings());
    assertThatThrownBy(lab::run)
        .isInstanceOf(UnrunnableScenarioException.class)
        .hasMessageContaining("flow 1 goes from host-0 to host-5");
    assertThat(lab.set(RoutingKnobs.SUBNETS, "fabric").run().flows())
        .allMatch(flow -> flow.finished());
  }

  /** Ethernet 14, GRH 40, BTH 12, RETH 16, ICRC 4, FCS 4; the ACK has AETH 4 in place of RETH. */
  @Test
  void shouldFrameRoceV1() {
    Lab lab = Lab.star(2, "100Gbps", "1us").flow(0, 1, 1_000, 0);
    lab.set(Presets.named("rocev1").orElseThrow().settings());
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.port(0, 0).bytes()).contains(1_090);
    assertThat(outcome.port(1, 0).bytes()).contains(78);
  }
}
