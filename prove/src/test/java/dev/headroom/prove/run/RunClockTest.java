package dev.headroom.prove.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunClockTest {
  private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

  private Instant wall = START;
  private long nanos = 5_000_000_000L;
  private final RunClock clock = new RunClock(() -> wall, () -> nanos);

  private void pass(long seconds, long byClock) {
    nanos += seconds * 1_000_000_000L;
    wall = wall.plusSeconds(byClock);
  }

  @Test
  void shouldNeverGoBackWithTheClock() {
    pass(100, 100);
    assertThat(clock.second()).isEqualTo(100, within(1e-6));
    RunClock.Stretch stretch = clock.stretch();
    pass(30, -3600);
    assertThat(clock.second()).isEqualTo(130, within(1e-6));
    assertThat(stretch.seconds()).isEqualTo(30, within(1e-6));
    assertThat(stretch.jump()).isEqualTo(-3630, within(1e-6));
    pass(10, 10);
    assertThat(clock.second()).isEqualTo(140, within(1e-6));
  }

  @Test
  void shouldCountTimeInWhichTheMachineSlept() {
    pass(10, 7210);
    assertThat(clock.second()).isEqualTo(7210, within(1e-6));
    pass(10, 10);
    assertThat(clock.second()).isEqualTo(7220, within(1e-6));
  }

  @Test
  void shouldGoOnBehindWhatTheEvidenceKnows() {
    pass(0, 600);
    clock.resume(START, 200);
    assertThat(clock.second()).isEqualTo(600, within(1e-6));
    wall = START.minusSeconds(50);
    clock.resume(START, 700);
    pass(5, 5);
    assertThat(clock.second()).isEqualTo(705, within(1e-6));
  }
}
