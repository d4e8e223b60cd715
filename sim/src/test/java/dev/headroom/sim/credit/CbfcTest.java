package dev.headroom.sim.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ultra Ethernet's credit-based flow control, against the arithmetic of OCP's "SAI Proposal: Credit
 * Based Flow Control": units of a packet, limit, spacing of CF_Updates, what a CC_Update gives
 * back.
 */
final class CbfcTest {
  /** 33 credits of 128 B. */
  private static final int FRAME = 4_178;

  private static final int CREDITS = 33;

  /** At 100 Gb/s, with preamble and gap. */
  private static final long HOLD_PS = (FRAME + 20) * 80;

  /** A CF_Update of 8 B. */
  private static final long SET_PS = 8 * 80;

  private static Lab star(int hosts) {
    return cbfc(Lab.star(hosts, "100Gbps", "1us"));
  }

  private static Lab cbfc(Lab lab) {
    return lab.set(SwitchKnobs.SWITCH_LATENCY, "200ns")
        .set(CreditKnobs.CREDITS, "true")
        .set(CreditKnobs.CREDIT_FORM, "cbfc")
        .set(PfcKnobs.PFC, "false");
  }

  private static PumpLab of(Lab lab) {
    return new PumpLab(lab.scenario(), FRAME);
  }

  /** Bytes of frames that a host had from another. */
  private static long received(PumpLab lab, int host, int from) {
    return lab.pumps.get(host).received.getOrDefault(from, 0L);
  }

  /**
   * From a packet's start to the credit that it frees at the far end it takes a packet, less the
   * gap behind it, the latency of the switch, two delays and a CF_Update, which waits for no frame;
   * in that time no more leaves than the credit limit.
   */
  @ParameterizedTest(name = "{0} packets")
  @ValueSource(ints = {1, 2, 3, 5, 6})
  void shouldCarryItsCreditLimitInEachRoundTrip(int packets) {
    PumpLab lab =
        of(
            star(2)
                .set(CreditKnobs.CREDIT_BUFFER, packets * CREDITS * 128 + "B")
                .set(CreditKnobs.CREDIT_SPACING, "800B"));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.runTo(2 * Lab.MS);
    long roundPs = HOLD_PS - 12 * 80 + 200_000 + 2 * Lab.US + SET_PS;
    double expected = 2.0 * Lab.MS / roundPs * packets;
    assertThat((double) received(lab, 1, 0) / FRAME).isCloseTo(expected, within(2.0 * packets));
    assertThat(lab.drops()).isZero();
    assertThat(ConservationCheck.violations(lab.network, 2 * Lab.MS)).isEmpty();
  }

  /** ceil((size + overhead)/credit): the first size is the last that fits one credit. */
  @ParameterizedTest(name = "credits of {0}, overhead {1}: {2} B")
  @CsvSource({"128B, 0, 128", "128B, 28, 100", "256B, 64, 192", "256B, -16, 272", "64B, 0, 64"})
  void shouldCountWholeCreditsWithTheOverheadOfAPacket(String unit, String overhead, int fits) {
    PumpLab one = small(unit, overhead, fits);
    PumpLab two = small(unit, overhead, fits + 1);
    double ratio =
        ((double) received(two, 1, 0) / (fits + 1)) / ((double) received(one, 1, 0) / fits);
    assertThat(ratio).isBetween(0.48, 0.53);
  }

  private static PumpLab small(String unit, String overhead, int bytes) {
    PumpLab lab =
        of(
            star(2)
                .set(CreditKnobs.CREDIT_UNIT, unit)
                .set(CreditKnobs.CREDIT_OVERHEAD, overhead)
                .set(CreditKnobs.CREDIT_BUFFER, "6144B")
                .set(CreditKnobs.CREDIT_SPACING, "800B"));
    lab.send(0, Pump.Stream.greedy(1, 0, bytes));
    lab.runTo(Lab.MS);
    return lab;
  }

  /** Full frames one way ask for one CF_Update each; 6,400 B hold one and a half of them. */
  @ParameterizedTest(name = "spaced by {0} B")
  @ValueSource(ints = {800, 6_400, 25_600})
  void shouldSpaceItsGrants(int spacing) {
    PumpLab lab = of(star(2).set(CreditKnobs.CREDIT_SPACING, spacing + "B"));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.runTo(2 * Lab.MS);
    long grants = CreditLink.of(lab.port(1)).granter.advertiser.messages();
    double each = Math.max(HOLD_PS, spacing * 80.0);
    assertThat((double) grants).isCloseTo(2.0 * Lab.MS / each, within(0.01 * 2.0 * Lab.MS / each));
    assertThat(received(lab, 1, 0) / (double) FRAME * HOLD_PS / (2 * Lab.MS))
        .as("at line rate")
        .isGreaterThan(0.99);
  }

  /** Both ways full: each CF_Update takes its 8 B from the frames of the other direction. */
  @Test
  void shouldTakeItsBytesFromTheReverseWire() {
    PumpLab lab = of(star(2).set(CreditKnobs.CREDIT_SPACING, "4198B"));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.send(1, Pump.Stream.greedy(0, 0, FRAME));
    lab.runTo(10 * Lab.MS);
    double share = received(lab, 1, 0) / (double) FRAME * HOLD_PS / (10 * Lab.MS - 2_500_000);
    assertThat(1 / share - 1).isCloseTo(8.0 / 4_198, within(0.15 * 8 / 4_198));
  }

  /** What is lost on the wire takes its credits along, until a CC_Update says what was consumed. */
  @ParameterizedTest(name = "CC_Update after {0}")
  @CsvSource({"256us, true", "10s, false"})
  void shouldGetBackTheCreditsOfLostPackets(String timer, boolean goesOn) {
    Lab lossy = new Lab();
    lossy.host();
    lossy.host();
    int hub = lossy.device();
    lossy.lossyLink(0, hub, "100Gbps", "1us", 0.01);
    lossy.link(1, hub, "100Gbps", "1us");
    PumpLab lab = of(cbfc(lossy).set(CreditKnobs.CREDIT_SYNC, timer));
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.runTo(5 * Lab.MS);
    long early = received(lab, 1, 0);
    lab.runTo(10 * Lab.MS);
    long late = received(lab, 1, 0) - early;
    if (goesOn) {
      assertThat((double) late).isGreaterThan(0.8 * early);
    } else {
      assertThat(late).isZero();
    }
    assertThat(ConservationCheck.violations(lab.network, 10 * Lab.MS)).isEmpty();
  }

  /**
   * Two classes, one of which sends: of a pool of eight packets it has the one reserved for it and
   * what it may use of the other six, which are shared; with alpha 2 as many, n, as are at most
   * twice what n - 1 leave free.
   */
  @ParameterizedTest(name = "limit {0}, alpha {1}: {2} packets")
  @CsvSource({
    "none, none, 7",
    "0B, none, 1",
    "8448B, none, 3",
    "none, 1, 4",
    "none, 2, 5",
    "none, 0.001, 1",
    "8448B, 1, 3"
  })
  void shouldUseOfAPoolWhatItMay(String limit, String alpha, int packets) {
    Lab lab = pooled(8);
    if (!"none".equals(limit)) {
      lab.set(CreditKnobs.CREDIT_SHARED_LIMIT, limit);
    }
    if (!"none".equals(alpha)) {
      lab.set(CreditKnobs.CREDIT_SHARED_ALPHA, alpha);
    }
    PumpLab run = of(lab);
    run.send(0, Pump.Stream.greedy(1, 0, FRAME));
    run.runTo(2 * Lab.MS);
    double roundPs = HOLD_PS - 12 * 80 + 200_000 + 2 * Lab.US + SET_PS;
    double expected = 2.0 * Lab.MS / roundPs * packets;
    double most = 2.0 * Lab.MS / HOLD_PS;
    assertThat((double) received(run, 1, 0) / FRAME)
        .isCloseTo(Math.min(most, expected), within(2.0 * packets));
    assertThat(ConservationCheck.violations(run.network, 2 * Lab.MS)).isEmpty();
  }

  private static Lab pooled(int packets) {
    return star(9)
        .set(CreditKnobs.CREDIT_CLASSES, "0,3")
        .set(CreditKnobs.CREDIT_POOL, packets * CREDITS * 128 + "B")
        .set(CreditKnobs.CREDIT_SPACING, "800B");
  }

  /**
   * Class 0 jams behind an incast: what is reserved carries class 3, and where it may what is
   * shared.
   */
  @ParameterizedTest(name = "{0} packets reserved, of what is shared {1}")
  @CsvSource({"1, 0B", "2, 0B", "3, 0B", "1, 64KiB", "3, 64KiB"})
  void shouldLeaveEachClassWhatIsReserved(int reserved, String shared) {
    PumpLab lab =
        of(
            pooled(12)
                .set(CreditKnobs.CREDIT_RESERVED, reserved * CREDITS * 128 + "B")
                .set(CreditKnobs.CREDIT_SHARED_LIMIT, shared));
    for (int host = 1; host < 9; host++) {
      lab.send(host, Pump.Stream.greedy(0, 0, FRAME));
    }
    lab.runTo(Lab.MS);
    lab.send(1, Pump.Stream.greedy(2, 3, FRAME).from(Lab.MS));
    lab.runTo(3 * Lab.MS);
    double roundPs = HOLD_PS - 12 * 80 + 200_000 + 2 * Lab.US + SET_PS;
    double ofReserved = 2.0 * Lab.MS / roundPs * reserved;
    double got = received(lab, 2, 1) / (double) FRAME;
    if ("0B".equals(shared)) {
      assertThat(got).isCloseTo(ofReserved, within(0.05 * ofReserved));
    } else {
      assertThat(got).isGreaterThan(2 * ofReserved);
    }
    assertThat(lab.drops()).isZero();
    assertThat(ConservationCheck.violations(lab.network, 3 * Lab.MS)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "credits.reserved, 4096B, but one packet takes up to 4.224KB",
    "credits.pool, 4224B, 'but 2 classes reserve 4.224KB each: at least 8.448KB'"
  })
  void shouldRefusePoolsThatWouldStarveAClass(String knob, String value, String why) {
    Lab lab = pooled(8).set(Knobs.named(knob).orElseThrow(), value);
    assertThatThrownBy(() -> of(lab)).hasMessageContaining(why);
  }

  @ParameterizedTest(name = "{0}, spacing {1}")
  @CsvSource({"4224B, 800B", "5KiB, 6400B", "64KiB, 6400B", "1MiB, 256KiB"})
  void shouldLoseNothingHoweverManySendToOne(String buffer, String spacing) {
    PumpLab lab =
        of(star(9).set(CreditKnobs.CREDIT_BUFFER, buffer).set(CreditKnobs.CREDIT_SPACING, spacing));
    for (int host = 1; host < 9; host++) {
      lab.send(host, Pump.Stream.greedy(0, host % 3, FRAME, 30, 777));
    }
    lab.runTo(3 * Lab.MS);
    assertThat(lab.drops()).isZero();
    assertThat(ConservationCheck.violations(lab.network, 3 * Lab.MS)).isEmpty();
    assertThat(lab.pumps.get(0).received).hasSize(8);
  }
}
