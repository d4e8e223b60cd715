package dev.headroom.sim.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credit-based flow control against what arithmetic says of it. */
final class CreditTest {
  private static final ResultTable BUFFERS =
      ResultTable.of(
          "credit-buffers",
          CreditTest.class,
          "buffer, packets",
          "arithmetic, packets in 2 ms",
          "here");

  /** 4,096 B of payload, LRH 8, BTH 12, ICRC 4, VCRC 2: 65 blocks. */
  private static final int FRAME = 4_122;

  private static final int BLOCKS = 65;

  /** Delimiters: a byte before a packet and one after. */
  private static final FrameSizes INFINIBAND = new FrameSizes(2, 0, 6, FRAME);

  /** At 100 Gb/s. */
  private static final long HOLD_PS = (FRAME + 2) * 80;

  private static final long CREDIT_PS = (6 + 2) * 80;

  private static PumpLab of(Lab lab) {
    return new PumpLab(
        lab.set(CreditKnobs.CREDITS, "true").set(PfcKnobs.PFC, "false").scenario(), INFINIBAND);
  }

  /** Bytes of frames that host 1 had from host 0. */
  private static long received(PumpLab lab) {
    return lab.pumps.get(1).received.getOrDefault(0, 0L);
  }

  private static Lab star(int hosts) {
    return star(hosts, "100Gbps");
  }

  private static Lab star(int hosts, String rate) {
    return Lab.star(hosts, rate, "1us").set(SwitchKnobs.SWITCH_LATENCY, "200ns");
  }

  @Test
  void shouldDeliverAPacketAfterTwoDelaysALatencyAndItsBytes() {
    PumpLab lab = of(star(2));
    lab.send(0, new Pump.Stream(1, 0, new int[] {FRAME}, 0, 0, 1));
    long arrivesPs = 2 * Lab.US + 200_000 + HOLD_PS;
    lab.runTo(arrivesPs);
    assertThat(lab.pumps.get(1).received).isEmpty();
    lab.runTo(arrivesPs + 1);
    assertThat(lab.pumps.get(1).received).containsEntry(0, (long) FRAME);
  }

  /**
   * The last link is the slowest: its receiver frees a packet with its last bit. From one packet's
   * start to the credit for its successor k packets on it takes a packet, two delays, the latency
   * of the switch and a flow control packet, in which no more than k packets leave.
   */
  @ParameterizedTest(name = "{0} packets")
  @ValueSource(ints = {1, 2, 3, 5, 6, 7, 8, 20})
  void shouldCarryWhatItsBufferHoldsInEachRoundTrip(int packets) {
    PumpLab lab =
        of(
            star(2)
                .set(CreditKnobs.CREDIT_BUFFER, (packets * BLOCKS * 64) + "B")
                .set(CreditKnobs.CREDIT_PERIOD, "0ns"));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    long roundPs = 2 * Lab.US + 200_000 + HOLD_PS + CREDIT_PS;
    lab.runTo(2 * Lab.MS);
    long received = received(lab) / FRAME;
    // A link that is never short of credit sends a flow control packet of its own now and then.
    long inTime = 2 * Lab.MS - 2_200_000 - HOLD_PS;
    long atLine = inTime / HOLD_PS;
    long onCredit = inTime / roundPs * packets + packets;
    assertThat(received)
        .isBetween(Math.min(atLine - 3, onCredit - packets), Math.min(atLine + 1, onCredit));
    BUFFERS.row(
        "" + packets,
        "%s to %s"
            .formatted(
                Cells.count(Math.min(atLine - 3, onCredit - packets)),
                Cells.count(Math.min(atLine + 1, onCredit))),
        Cells.count(received));
    assertThat(lab.drops()).isZero();
    assertThat(ConservationCheck.violations(lab.network, 2 * Lab.MS)).isEmpty();
  }

  /** One byte more than a block is two blocks: a buffer holds half as many such packets. */
  @Test
  void shouldCountPacketsInWholeBlocks() {
    PumpLab exact = of(star(2).set(CreditKnobs.CREDIT_BUFFER, "4160B"));
    PumpLab over = of(star(2).set(CreditKnobs.CREDIT_BUFFER, "4160B"));
    exact.send(0, Pump.Stream.greedy(1, 0, 64));
    over.send(0, Pump.Stream.greedy(1, 0, 65));
    exact.runTo(Lab.MS);
    over.runTo(Lab.MS);
    double one = received(exact) / 64.0;
    double two = received(over) / 65.0;
    assertThat(two / one).isBetween(0.48, 0.52);
  }

  @ParameterizedTest(name = "{0}, period {1}")
  @CsvSource({"4160B, 0ns", "4160B, 256ns", "5000B, 10us", "65536B, 256ns", "131072B, 100us"})
  void shouldLoseNothingHoweverManySendToOne(String buffer, String period) {
    PumpLab lab =
        of(star(9).set(CreditKnobs.CREDIT_BUFFER, buffer).set(CreditKnobs.CREDIT_PERIOD, period));
    for (int host = 1; host < 9; host++) {
      lab.send(host, Pump.Stream.greedy(0, host % 3, FRAME, 30, 777));
    }
    lab.runTo(3 * Lab.MS);
    assertThat(lab.drops()).isZero();
    assertThat(ConservationCheck.violations(lab.network, 3 * Lab.MS)).isEmpty();
    assertThat(lab.pumps.get(0).received).hasSize(8);
  }

  /** A buffer that holds a round trip keeps the bottleneck busy. */
  @Test
  void shouldFillTheBottleneckWithItsDefaultBuffer() {
    PumpLab lab = of(star(3));
    lab.send(1, Pump.Stream.greedy(0, 0, FRAME));
    lab.send(2, Pump.Stream.greedy(0, 0, FRAME));
    lab.runTo(2 * Lab.MS);
    long bytes = lab.pumps.get(0).received.values().stream().mapToLong(Long::longValue).sum();
    double share = bytes / (double) FRAME * HOLD_PS / (2 * Lab.MS);
    assertThat(share).isGreaterThan(0.995);
  }

  /**
   * What is lost on the wire takes its credits along, until the sender says how much it has sent.
   */
  @ParameterizedTest(name = "told after {0}")
  @CsvSource({"20us, true", "10s, false"})
  void shouldGetBackTheCreditsOfLostPackets(String sync, boolean goesOn) {
    Lab lossy = new Lab();
    lossy.host();
    lossy.host();
    int hub = lossy.device();
    lossy.lossyLink(0, hub, "100Gbps", "1us", 0.05);
    lossy.link(1, hub, "100Gbps", "1us");
    PumpLab lab = of(lossy.set(CreditKnobs.CREDIT_SYNC, sync));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.runTo(5 * Lab.MS);
    long early = received(lab);
    lab.runTo(10 * Lab.MS);
    long late = received(lab) - early;
    if (goesOn) {
      assertThat((double) late).isGreaterThan(0.9 * early);
    } else {
      assertThat(late).isZero();
    }
    assertThat(ConservationCheck.violations(lab.network, 10 * Lab.MS)).isEmpty();
  }

  /**
   * Host 1 and four neighbours of host 0 send to it: each gets a fifth. Host 2 sends to the idle
   * host 3 over the same link as host 1. On the same virtual lane it is held back with host 1,
   * packet for packet (a victim of congestion spreading, Pfister and Norton, 1985); on another it
   * gets the rest.
   */
  @ParameterizedTest(name = "victim in class {0}")
  @CsvSource({"0, 0.17, 0.24", "1, 0.75, 0.85"})
  void shouldHoldBackAVictimOnTheSameLaneOnly(int victim, double least, double most) {
    Lab two = new Lab();
    for (int host = 0; host < 8; host++) {
      two.host();
    }
    int near = two.device();
    int far = two.device();
    for (int host = 0; host < 8; host++) {
      two.link(host, host == 1 || host == 2 ? far : near, "100Gbps", "200ns");
    }
    two.link(near, far, "100Gbps", "200ns").set(SwitchKnobs.SCHEDULING, "strict:none dwrr:0=1");
    PumpLab lab = of(two);
    for (int host : new int[] {1, 4, 5, 6, 7}) {
      lab.send(host, Pump.Stream.greedy(0, 0, FRAME));
    }
    lab.send(2, Pump.Stream.greedy(3, victim, FRAME));
    lab.runTo(4 * Lab.MS);
    double share =
        lab.pumps.get(3).received.getOrDefault(2, 0L) / (double) FRAME * HOLD_PS / (4 * Lab.MS);
    assertThat(share).isBetween(least, most);
    assertThat(lab.drops()).isZero();
  }

  /** At 800 Gb/s a frame of 64 B takes less than a nanosecond, which is cut to nothing. */
  @Test
  void shouldKeepInOrderWhatTakesNoTime() {
    Lab star =
        star(2, "800Gbps")
            .set(RunKnobs.ROUNDING, "1ns")
            .set(CreditKnobs.CREDITS, "true")
            .set(CreditKnobs.CREDIT_PERIOD, "0ns");
    PumpLab lab = new PumpLab(star.scenario(), 64);
    lab.send(0, new Pump.Stream(1, 3, new int[] {64}, 0, 700, 2_000));
    lab.send(1, new Pump.Stream(0, 3, new int[] {64}, 0, 900, 6_000));
    for (long timePs = 100_000; timePs < 9 * Lab.US; timePs += 100_000) {
      lab.runTo(timePs);
      assertThat(ConservationCheck.violations(lab.network, timePs)).isEmpty();
    }
    assertThat(received(lab)).isEqualTo(2_000 * 64);
  }

  @Test
  void shouldRefuseABufferThatHoldsNoPacket() {
    assertThatThrownBy(() -> of(star(2).set(CreditKnobs.CREDIT_BUFFER, "4096B")))
        .isInstanceOf(UnrunnableScenarioException.class)
        .hasMessageContaining(
            "64 blocks of 64 B, but one packet takes up to 65 blocks: at least 4.16KB");
  }
}
