package dev.headroom.sim.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.retry.FrameRetry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ultra Ethernet's credits on links that send again what is bad: a frame consumes credit once,
 * however often it is sent, and what a CC_Update says is not heard before the frames that it
 * counts.
 */
final class CbfcRetryTest {
  /** 33 credits of 128 B. */
  private static final int FRAME = 4_178;

  private static final int CREDITS = 33;
  private static final int CLASS = 0;

  /** At 100 Gb/s, with preamble and gap. */
  private static final long HOLD_PS = (FRAME + 20) * 80;

  /** Two hosts and a switch; of a hundred frames on each link so many are bad. */
  private static PumpLab of(double badPercent, String retries, String buffer, String sync) {
    Lab lab = new Lab();
    lab.host();
    lab.host();
    int hub = lab.device();
    lab.lossyLink(0, hub, "100Gbps", "1us", badPercent / 100);
    lab.lossyLink(1, hub, "100Gbps", "1us", badPercent / 100);
    return new PumpLab(
        lab.set(SwitchKnobs.SWITCH_LATENCY, "200ns")
            .set(PfcKnobs.PFC, "false")
            .set(CreditKnobs.CREDITS, "true")
            .set(CreditKnobs.CREDIT_FORM, "cbfc")
            .set(CreditKnobs.CREDIT_BUFFER, buffer)
            .set(CreditKnobs.CREDIT_SYNC, sync)
            .set(FailureKnobs.LINK_RETRY, "true")
            .set(FailureKnobs.LINK_RETRIES, retries)
            .scenario(),
        FRAME);
  }

  private static long received(PumpLab lab, int host, int from) {
    return lab.pumps.get(host).received.getOrDefault(from, 0L) / FRAME;
  }

  /**
   * Held, on their way, untold, in flight, refused and in use: at each moment all that there are.
   */
  @ParameterizedTest(name = "{0} % bad, buffer {1}, CC_Update after {2}")
  @CsvSource({
    "1, 64KiB, 256us",
    "1, 64KiB, 1us",
    "10, 64KiB, 1us",
    "10, 8448B, 3us",
    "30, 1MiB, 700ns",
    "50, 33KiB, 2us"
  })
  void shouldAddUpAtEachMoment(double badPercent, String buffer, String sync) {
    PumpLab lab = of(badPercent, "255", buffer, sync);
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME, 64, 700));
    lab.send(1, Pump.Stream.greedy(0, CLASS, FRAME));
    for (long atPs = 777_777; atPs < 2 * Lab.MS; atPs += 7_777_777) {
      lab.runTo(atPs);
      assertThat(ConservationCheck.violations(lab.network, atPs)).as("at %d ps", atPs).isEmpty();
    }
    assertThat(FrameRetry.of(lab.port(0)).framesReplayed()).isGreaterThan(20);
    assertThat(lab.drops()).isZero();
  }

  /** All that was sent has come and was freed: so many credits as frames have, not as were sent. */
  @Test
  void shouldConsumeCreditOnceForAFrameThatIsSentSeveralTimes() {
    PumpLab lab = of(20, "255", "64KiB", "256us");
    lab.send(0, new Pump.Stream(1, CLASS, new int[] {FRAME}, 0, 0, 500));
    lab.runTo(5 * Lab.MS);
    assertThat(received(lab, 1, 0)).isEqualTo(500);
    assertThat(FrameRetry.of(lab.port(0)).framesReplayed()).isGreaterThan(100);
    CreditLink host = CreditLink.of(lab.port(0));
    CreditLink hub = CreditLink.of(lab.port(0).peer());
    assertThat(host.sender.sent(CLASS)).isEqualTo(500 * CREDITS);
    assertThat(hub.granter.received(CLASS)).isEqualTo(500 * CREDITS);
    assertThat(hub.granter.occupied(CLASS)).isZero();
    assertThat(host.sender.limit(CLASS)).isEqualTo(500 * CREDITS + 64 * 1024 / 128);
  }

  /** What is given up was never let in: a CC_Update frees its credit, as without retry. */
  @Test
  void shouldGetBackTheCreditsOfFramesThatAreGivenUp() {
    PumpLab lab = of(30, "1", "64KiB", "20us");
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME));
    lab.runTo(4 * Lab.MS);
    assertThat(lab.drops(DropCause.BIT_ERROR)).isGreaterThan(64 * 1024 / FRAME);
    long early = received(lab, 1, 0);
    lab.runTo(8 * Lab.MS);
    assertThat((double) received(lab, 1, 0) - early).isCloseTo(early, within(0.1 * early));
    assertThat(ConservationCheck.violations(lab.network, 8 * Lab.MS)).isEmpty();
  }

  /** With room for what is sent again the wire is full: of frames that are good, and of replays. */
  @Test
  void shouldFillTheWireWithFramesAndTheirReplays() {
    PumpLab lab = of(1, "255", "256KiB", "256us");
    lab.send(0, Pump.Stream.greedy(1, CLASS, FRAME));
    lab.runTo(20 * Lab.MS);
    long replayed = FrameRetry.of(lab.port(0)).framesReplayed();
    double frames = 20.0 * Lab.MS / HOLD_PS;
    assertThat((double) received(lab, 1, 0) + replayed).isCloseTo(frames, within(0.02 * frames));
  }
}
