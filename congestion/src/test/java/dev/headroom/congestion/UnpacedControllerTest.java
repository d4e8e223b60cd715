package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.Hpcc;
import dev.headroom.congestion.roce.HpccSettings;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Controls that packets are not paced by, and windows that do not follow them. */
final class UnpacedControllerTest {
  private static final long US = 1_000_000L;
  private static final long LINE = 100_000_000_000L;
  private static final Path PATH = new Path(LINE, 13 * US, 1000);

  private final Feedback feedback = new Feedback();

  private static Hpcc hpcc(OptionalLong window, boolean windowed) {
    return new Hpcc(
        new HpccSettings(
            0.95, 0, 49_230_769, 100_000_000, window, windowed, true, false, false, RateCast.LINE),
        PATH);
  }

  /** A queue of half a BDP on a busy link, told by the second of two ACKs. */
  private void congest(Controller control, long queueBytes) {
    for (long i = 0; i < 2; i++) {
      feedback.clear();
      feedback.ackedUpTo = 1_000 * i;
      feedback.sentUpTo = 1_000 * i + 500;
      feedback.telemetry.add(queueBytes, i * 162_500, i * 13 * US, LINE);
      control.acknowledged(i * 13 * US, feedback);
    }
  }

  @Test
  void shouldSendAtTheRateOfTheLineWithAWindowThatFollowsTheControl() {
    Hpcc alone = hpcc(OptionalLong.empty(), true);
    UnpacedController unpaced = new UnpacedController(hpcc(OptionalLong.empty(), true), LINE);
    congest(alone, 81_250);
    congest(unpaced, 81_250);

    assertThat(alone.rateBps(0)).isLessThan(LINE * 2 / 3);
    assertThat(unpaced.rateBps(0)).isEqualTo(LINE);
    assertThat(unpaced.controlledBps(0)).isEqualTo(alone.rateBps(0));
    assertThat(unpaced.windowBytes()).isEqualTo(alone.windowBytes());
  }

  @Test
  void shouldKnowTheControlsRateWhenTheLastPacketLeft() {
    UnpacedController unpaced = new UnpacedController(hpcc(OptionalLong.empty(), true), LINE);
    unpaced.sent(0, 1_000);
    congest(unpaced, 81_250);

    assertThat(unpaced.sentAtBps(0)).isEqualTo(LINE);
    unpaced.sent(14 * US, 1_000);
    assertThat(unpaced.sentAtBps(0)).isEqualTo(unpaced.controlledBps(14 * US));
  }

  @Test
  void shouldLeaveTheWindowToTheTransport() {
    Hpcc fixed = hpcc(OptionalLong.empty(), false);
    congest(fixed, 81_250);

    assertThat(fixed.windowBytes()).isEqualTo(Controller.UNLIMITED);
    assertThat(fixed.rateBps(0)).isLessThan(LINE * 2 / 3);
  }

  /** 0/0 and x/0 in {@code UpdateRateHp}. */
  @Test
  void shouldTakeAnyQueueForEndlessWithoutAWindow() {
    Hpcc none = hpcc(OptionalLong.of(0), true);
    congest(none, 80);
    assertThat(none.windowBytes()).isEqualTo(Controller.UNLIMITED);
    assertThat(none.load()).isInfinite();
    assertThat(none.rateBps(0)).isEqualTo(100_000_000);

    Hpcc idle = hpcc(OptionalLong.of(0), true);
    congest(idle, 0);
    assertThat(idle.load()).isEqualTo(1);
  }
}
