package dev.headroom.sim.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.conservation.PortReport;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.measure.PortResult;
import org.junit.jupiter.api.Test;

/** When exactly a pause begins and ends, in classes that are driven directly. */
final class PauseTimeTest {
  private static final int FRAME = 1_000;
  private static final long HOLD_PS = (FRAME + 20) * 80;

  private static Lab star() {
    return Lab.star(3, "100Gbps", "500ns").set(PfcKnobs.PFC_CLASSES, "0,3");
  }

  /** Host 0 sends class 3 to host 1 as fast as it may. */
  private static PumpLab pumping() {
    PumpLab lab = new PumpLab(star().scenario(), 4_096);
    return lab.send(0, Pump.Stream.greedy(1, 3, FRAME));
  }

  private static PortResult result(PumpLab lab, long endPs) {
    return PortReport.of(lab.port(0), 0, endPs);
  }

  @Test
  void shouldFinishTheFrameThenStandStillUntilThePauseExpires() {
    PumpLab lab = pumping();
    long from = 10 * HOLD_PS + 1;
    Pfc.of(lab.port(0)).receiver().enter(from, 3, 100); // 100 quanta: 512 ns
    lab.runTo(from + 512_000 - 1);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(11);
    lab.runTo(from + 512_000 + 1);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(12);
    PortResult result = result(lab, from + 600_000);
    assertThat(result.pauses()[3]).isEqualTo(1);
    assertThat(result.pausedPs()[3]).isEqualTo(512_000);
  }

  @Test
  void shouldGoOnAtXon() {
    PumpLab lab = pumping();
    Pfc.of(lab.port(0)).receiver().enter(10 * HOLD_PS + 1, 3, 65_535);
    Pfc.of(lab.port(0)).receiver().enter(50 * HOLD_PS + 7, 3, -1);
    lab.runTo(50 * HOLD_PS + 7);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(11);
    lab.runTo(50 * HOLD_PS + 8);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(12);
    assertThat(result(lab, 60 * HOLD_PS).pausedPs()[3]).isEqualTo(40 * HOLD_PS + 6);
  }

  @Test
  void shouldLastFromTheLatestXoff() {
    PumpLab lab = pumping();
    Pfc.of(lab.port(0)).receiver().enter(10 * HOLD_PS, 3, 100);
    Pfc.of(lab.port(0)).receiver().enter(10 * HOLD_PS + 300_000, 3, 100);
    lab.runTo(10 * HOLD_PS + 812_000 - 1);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(10);
    lab.runTo(10 * HOLD_PS + 812_000 + 1);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(11);
    assertThat(result(lab, 20 * HOLD_PS).pauses()[3]).isEqualTo(1);
    assertThat(result(lab, 20 * HOLD_PS).pausedPs()[3]).isEqualTo(812_000);
  }

  @Test
  void shouldCountOnlyTheTimeThatAPauseWasInForce() {
    // Nobody looks at the port when the first pause expires: it has nothing to send.
    PumpLab lab = new PumpLab(star().scenario(), 4_096);
    Pfc.of(lab.port(0)).receiver().enter(1_000, 3, 100);
    Pfc.of(lab.port(0)).receiver().enter(9_000_000, 3, 100);
    Pfc.of(lab.port(0)).receiver().enter(20_000_000, 3, -1);
    lab.runTo(30_000_000);
    PortResult result = result(lab, 30_000_000);
    assertThat(result.pauses()[3]).isEqualTo(2);
    assertThat(result.pausedPs()[3]).isEqualTo(2 * 512_000);
  }

  @Test
  void shouldHoldBackOneClassAndLeaveTheOthersAlone() {
    PumpLab lab = new PumpLab(star().scenario(), 4_096);
    lab.send(0, Pump.Stream.greedy(1, 0, FRAME));
    lab.pauseTowards(1, 3);
    lab.send(2, Pump.Stream.greedy(1, 3, FRAME));
    lab.runTo(Lab.MS);
    double bytes = lab.pumps.get(1).received.getOrDefault(0, 0L);
    assertThat(bytes).isCloseTo(1e9 / HOLD_PS * FRAME, within(100.0 * FRAME));
    long others = lab.pumps.get(1).received.getOrDefault(2, 0L);
    assertThat(others).as("what left before the pause took effect").isLessThan(40L * FRAME);
    assertThat(lab.port(2).isPaused()).as("and the pause has reached its sender").isTrue();
    assertThat(lab.drops()).isZero();
  }

  @Test
  void shouldTakeEffectAfterItsFrameTheWireAndTheResponse() {
    PumpLab lab = pumping();
    lab.pauseTowards(1, 3);
    // 72 B of preamble and frame, the wire, the response; less the switch's latency, which a frame
    // spends after it was chosen and before it is on the wire.
    long effect = 72 * 80 + 500_000 + PfcHeadroom.responsePs(100_000_000_000L) - 300_000;
    Port hub = lab.port(1).peer();
    lab.runTo(effect);
    assertThat(hub.isPaused()).isFalse();
    lab.runTo(effect + 1);
    assertThat(hub.isPaused()).isTrue();
  }

  /**
   * IEEE 802.1Q: a quantum is 512 bit times, so 100 of them are 512 ns at 100 Gb/s; a frame has 64
   * bytes.
   */
  @Test
  void shouldAskAgainAfterHalfOfThePauseAsLongAsItHolds() {
    PumpLab lab = new PumpLab(star().set(PfcKnobs.PAUSE_QUANTA, "100").scenario(), 4_096);
    lab.pauseTowards(1, 3);
    PfcInitiator asks = Pfc.of(lab.port(1)).initiator();
    for (int times = 1; times < 20; times++) {
      long lastPs = (times - 1) * 256_000L;
      lab.runTo(lastPs + 1);
      assertThat(asks.sentBytes()).isEqualTo(64L * times);
      assertThat(asks.lastSentPs()).isEqualTo(lastPs);
      lab.runTo(lastPs + 256_000 - 1);
      assertThat(asks.sentBytes()).isEqualTo(64L * times);
    }
    lab.runTo(5 * Lab.US);
    lab.port(1).setXoff(3, false, 5 * Lab.US);
    lab.runTo(10 * Lab.US);
    assertThat(asks.sentBytes()).as("one that lets it go on").isEqualTo(64L * 21);
    assertThat(asks.lastSentPs()).isEqualTo(5 * Lab.US);
    assertThat(lab.port(1).peer().isPaused()).isFalse();
    // A second pause has its own rhythm.
    lab.runTo(11 * Lab.US);
    lab.port(1).setXoff(3, true, 11 * Lab.US);
    lab.runTo(11 * Lab.US + 256_001);
    assertThat(asks.sentBytes()).isEqualTo(64L * 23);
  }

  @Test
  void shouldAskOnceWhereAPauseHasNoEnd() {
    PumpLab lab = new PumpLab(star().set(PfcKnobs.PAUSE_QUANTA, "0").scenario(), 4_096);
    lab.pauseTowards(1, 3);
    lab.runTo(Lab.MS);
    assertThat(lab.port(1).link.pauses.sentBytes()).isEqualTo(64);
    assertThat(lab.port(1).peer().isPaused()).isTrue();
  }

  @Test
  void shouldForgetPausesWhenTheLinkGoesDown() {
    PumpLab lab = pumping();
    Pfc.of(lab.port(0)).receiver().enter(10 * HOLD_PS, 3, 0); // until XON, which will never come
    lab.runTo(20 * HOLD_PS);
    assertThat(lab.port(0).isPaused()).isTrue();
    for (Port end : new Port[] {lab.port(0), lab.port(0).peer()}) {
      end.link.setDown(true, 20 * HOLD_PS);
    }
    assertThat(lab.port(0).isPaused()).isFalse();
    lab.runTo(40 * HOLD_PS);
    assertThat(lab.pumps.get(0).sent()).isEqualTo(10);
    for (Port end : new Port[] {lab.port(0), lab.port(0).peer()}) {
      end.link.setDown(false, 40 * HOLD_PS);
    }
    lab.runTo(60 * HOLD_PS);
    assertThat(lab.pumps.get(0).sent()).isBetween(29L, 31L);
    assertThat(result(lab, 60 * HOLD_PS).pausedPs()[3]).isEqualTo(10 * HOLD_PS);
  }
}
