package dev.headroom.congestion.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What marks, ACKs and NACKs make of the window. */
final class DctcpUetTest {
  private static final int PACKET = 4_150;
  private static final Path PATH = new Path(100_000_000_000L, 10_000_000, PACKET);
  private static final double START = 1.5 * 125_000;

  private final DctcpUet control = new DctcpUet(PATH);
  private final Feedback feedback = new Feedback();

  private void acknowledge(boolean marked) {
    feedback.clear();
    feedback.ackedBytes = PACKET;
    feedback.markedBytes = marked ? PACKET : 0;
    control.acknowledged(0, feedback);
  }

  @Test
  void shouldGrowByAPacketInEachWindow() {
    assertThat(control.windowBytes()).isEqualTo((long) START);
    for (int i = 0; i < START / PACKET; i++) {
      acknowledge(false);
    }
    assertThat((double) control.windowBytes()).isCloseTo(START + PACKET, within(0.02 * PACKET));
  }

  @Test
  void shouldGiveAThirdOfWhatIsMarkedAndAllThatIsRefused() {
    acknowledge(true);
    assertThat((double) control.windowBytes()).isCloseTo(START - PACKET / 3.0, within(1.0));
    feedback.clear();
    feedback.missingBytes = 2 * PACKET;
    control.refused(0, feedback);
    assertThat((double) control.windowBytes()).isCloseTo(START - PACKET * 7 / 3.0, within(1.0));
    feedback.missingBytes = 1 << 20;
    control.timedOut(0, feedback);
    assertThat(control.windowBytes()).isEqualTo(PACKET);
  }

  /** Where (n - 1) m/W = 1/3. */
  @ParameterizedTest(name = "one in {0}")
  @CsvSource({"2, 3", "4, 9", "15, 42", "31, 90"})
  void shouldRestWhereWhatMarksTakeIsWhatAcksGive(int oneIn, double packets) {
    for (int i = 0; i < 60_000; i++) {
      acknowledge(i % oneIn == 0);
    }
    assertThat(control.windowBytes() / (double) PACKET)
        .isCloseTo(packets, within(0.5 + packets / 50));
  }
}
