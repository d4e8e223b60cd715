package dev.headroom.sim.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.fabric.LinkRetry;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.FrameSizes;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** InfiniBand's credits on links that send again what is bad, cell by cell of one stream. */
final class StreamRetryTest {
  /** 64 cells, and as many blocks of credit. */
  private static final int FRAME = 4_096;

  private static final int BLOCKS = 64;
  private static final int CLASS = 0;
  private static final long PS_PER_BYTE = 80; // at 100 Gb/s

  /** With delimiters: a byte before a packet and one after. */
  private static final FrameSizes FRAMES = new FrameSizes(2, 0, 6, FRAME);

  private static final long HOLD_PS = (FRAME + 2) * PS_PER_BYTE;

  /** From the start of a bad cell to that of its replay: the cell, 1 us and back, 64 bits. */
  private static final long LOOP_PS = 64 * PS_PER_BYTE + 2 * Lab.US + 8 * PS_PER_BYTE;

  /** Two hosts and a switch; of a hundred frames on each link so many are bad. */
  private static PumpLab of(double badPercent, String retries, String buffer) {
    return of(badPercent, badPercent, retries, buffer);
  }

  private static PumpLab of(double badPercent, double badBehind, String retries, String buffer) {
    Lab lab = new Lab();
    lab.host();
    lab.host();
    int hub = lab.device();
    lab.lossyLink(0, hub, "100Gbps", "1us", badPercent / 100);
    lab.lossyLink(1, hub, "100Gbps", "1us", badBehind / 100);
    return new PumpLab(
        lab.set(SwitchKnobs.SWITCH_LATENCY, "200ns")
            .set(PfcKnobs.PFC, "false")
            .set(CreditKnobs.CREDITS, "true")
            .set(CreditKnobs.CREDIT_BUFFER, buffer)
            .set(FailureKnobs.LINK_RETRY, "true")
            .set(FailureKnobs.LINK_RETRIES, retries)
            .scenario(),
        FRAMES);
  }

  private static long received(PumpLab lab, int host, int from) {
    return lab.pumps.get(host).received.getOrDefault(from, 0L) / FRAME;
  }

  private static LinkRetry retry(Port port) {
    return Objects.requireNonNull(port.link.retry());
  }

  /** A loop for each time a cell was bad, on an idle link. */
  @ParameterizedTest(name = "{0} %")
  @ValueSource(ints = {0, 30, 60, 80, 95})
  void shouldCostALoopForEachBadCell(int badPercent) {
    PumpLab lab = of(badPercent, "255", "64KiB");
    lab.send(0, new Pump.Stream(1, CLASS, new int[] {FRAME}, 0, 0, 1));
    lab.runTo(1);
    long atSwitchPs = Lab.US + PS_PER_BYTE + retry(lab.port(0)).nacks() * LOOP_PS;
    lab.runTo(atSwitchPs + 1); // the first bit has come, and is sent on
    Port out = lab.port(1).peer();
    assertThat(out.sentBytes()).isEqualTo(FRAME);
    long arrivesPs =
        atSwitchPs - PS_PER_BYTE + 200_000 + Lab.US + HOLD_PS + retry(out).nacks() * LOOP_PS;
    lab.runTo(arrivesPs);
    assertThat(lab.pumps.get(1).received).isEmpty();
    lab.runTo(arrivesPs + 1);
    assertThat(lab.pumps.get(1).received).containsEntry(0, (long) FRAME);
    assertThat(retry(lab.port(0)).nacks() + retry(out).nacks() > 0).isEqualTo(badPercent > 0);
  }

  /**
   * Held, on their way, untold, in flight and in use: at each moment all that there are, and
   * nothing lost.
   */
  @ParameterizedTest(name = "{0} % bad, buffer {1}")
  @CsvSource({"1, 64KiB", "10, 64KiB", "10, 8KiB", "30, 128KiB", "50, 33KiB"})
  void shouldAddUpAtEachMoment(double badPercent, String buffer) {
    PumpLab lab = of(badPercent, "255", buffer);
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME, 64, 700));
    lab.send(1, Pump.Stream.greedy(0, CLASS, FRAME));
    for (long atPs = 777_777; atPs < 2 * Lab.MS; atPs += 7_777_777) {
      lab.runTo(atPs);
      assertThat(ConservationCheck.violations(lab.network, atPs)).as("at %d ps", atPs).isEmpty();
    }
    assertThat(retry(lab.port(0)).framesReplayed()).isGreaterThan(20);
    assertThat(lab.drops()).isZero();
  }

  /** When all has come all credits are back, each once. */
  @Test
  void shouldConsumeCreditOnceForAFrameThatIsSentSeveralTimes() {
    PumpLab lab = of(20, "255", "64KiB");
    lab.send(0, new Pump.Stream(1, CLASS, new int[] {FRAME}, 0, 0, 500));
    lab.runTo(8 * Lab.MS);
    assertThat(received(lab, 1, 0)).isEqualTo(500);
    assertThat(retry(lab.port(0)).framesReplayed()).isGreaterThan(100);
    CreditLink host = CreditLink.of(lab.port(0));
    CreditLink hub = CreditLink.of(lab.port(0).peer());
    int sent = 500 * BLOCKS % 4_096;
    assertThat(host.sender.sent(CLASS)).isEqualTo(sent);
    assertThat(hub.granter.received(CLASS)).isEqualTo(sent);
    assertThat(hub.granter.occupied(CLASS)).isZero();
    assertThat(host.sender.limit(CLASS)).isEqualTo((sent + 1_024) % 4_096);
  }

  /** What is given up takes its credit along until FCTBS says so: as without retry. */
  @Test
  void shouldGetBackTheCreditsOfFramesThatAreGivenUp() {
    PumpLab lab = of(90, "1", "64KiB");
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME));
    lab.runTo(20 * Lab.MS);
    assertThat(lab.drops(DropCause.BIT_ERROR)).isGreaterThan(64 * 1024 / FRAME);
    long early = received(lab, 1, 0);
    lab.runTo(40 * Lab.MS);
    assertThat((double) received(lab, 1, 0) - early).isCloseTo(early, within(0.1 * early));
    assertThat(ConservationCheck.violations(lab.network, 40 * Lab.MS)).isEmpty();
  }

  /** On a full line each bad cell costs what the line carries in a loop, and nothing more. */
  @ParameterizedTest(name = "{0} %")
  @CsvSource({"0.3", "1", "3"})
  void shouldTakeALoopOfTheLineForEachBadCell(double badPercent) {
    PumpLab lab = of(badPercent, 0, "255", "128KiB");
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME));
    lab.runTo(20 * Lab.MS);
    double lines = retry(lab.port(0)).nacks() * LOOP_PS + received(lab, 1, 0) * HOLD_PS;
    assertThat(lines / (20.0 * Lab.MS)).isBetween(0.985, 1.0);
  }
}
