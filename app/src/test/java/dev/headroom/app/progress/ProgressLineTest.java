package dev.headroom.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.screen.Terminal;
import dev.headroom.run.ProgressEstimate;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
  private static final ProgressEstimate EXTENT =
      new ProgressEstimate(1_000_000, 2_000_000_000_000L, 12_000_000_000_000L);
  private static final long SECOND_NS = 1_000_000_000L;

  private final StringWriter err = new StringWriter();
  private long nowNs;
  private boolean stopped;

  @Test
  void shouldSayNothingOfAShortRun() {
    try (ProgressLine line = line(new Terminal(true, true, true, 80))) {
      for (nowNs = 0; nowNs < 2 * SECOND_NS; nowNs += SECOND_NS / 10) {
        assertThat(line.report(nowNs, 0, 1000)).isTrue();
      }
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldWriteOverOneLineOnATerminalAndWipeIt() {
    try (ProgressLine line = line(new Terminal(true, false, false, 80))) {
      nowNs = 4 * SECOND_NS;
      line.report(2_001_000_000_000L, 1, 250_000);
      assertThat(err.toString())
          .isEqualTo("\r[###.........] at 1.00 ms - 25 % - 250,000 packets - 0.06 M/s - 12 s left");
    }
    assertThat(err.toString()).endsWith("\r");
  }

  /** More packets than there are to send were sent: some twice. */
  @Test
  void shouldNotSayThatARunIsDoneThatGoesOn() {
    try (ProgressLine line = line(new Terminal(true, false, false, 80))) {
      nowNs = 4 * SECOND_NS;
      line.report(2_001_000_000_000L, 1, 1_100_000);
      assertThat(err.toString())
          .isEqualTo("\r[############] at 1.00 ms - 99 % - 1,100,000 packets - 0.28 M/s");
    }
  }

  @Test
  void shouldKeepToOneLineOfANarrowTerminal() {
    try (ProgressLine line = line(new Terminal(true, false, false, 60))) {
      nowNs = 4 * SECOND_NS;
      line.report(2_001_000_000_000L, 1, 250_000);
      assertThat(err.toString())
          .isEqualTo("\r[###.........] at 1.00 ms - 25 % - 250,000 packets - 0.06 M");
    }
  }

  @Test
  void shouldWriteALineEveryTenSecondsElsewhere() {
    try (ProgressLine line = line(Terminal.PLAIN)) {
      for (nowNs = 0; nowNs <= 35 * SECOND_NS; nowNs += SECOND_NS) {
        line.report(2_001_000_000_000L, 1, 250_000);
      }
    }
    assertThat(err.toString().lines())
        .hasSize(3)
        .first()
        .isEqualTo("headroom: at 1.00 ms - 25 % - 250,000 packets - 0.03 M/s - 30 s left");
  }

  @Test
  void shouldStopWhenAsked() {
    try (ProgressLine line = line(Terminal.PLAIN)) {
      stopped = true;
      assertThat(line.report(1, 0, 0)).isFalse();
    }
  }

  @Test
  void shouldGoByTheNearerOfPacketsAndTime() {
    assertThat(EXTENT.done(7_000_000_000_000L, 100)).isEqualTo(0.5);
    assertThat(EXTENT.done(2_000_000_000_000L, 900_000)).isEqualTo(0.9);
    assertThat(EXTENT.done(0, 0)).isZero();
  }

  private ProgressLine line(Terminal terminal) {
    return new ProgressLine(new PrintWriter(err), terminal, EXTENT, () -> stopped, () -> nowNs);
  }
}
