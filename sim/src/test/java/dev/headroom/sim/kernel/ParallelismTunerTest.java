package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows are run the way that is faster, and the other is tried seldom. */
final class ParallelismTunerTest {
  private static final long EVENTS = 10_000;

  /** Runs windows for so long; the share of the time in which they were shared. */
  private static double shared(
      ParallelismTuner sharing, double nanosShared, double nanosAlone, long ms) {
    double inShared = 0;
    double all = 0;
    while (all < ms * 1e6) {
      double nanos = EVENTS * (sharing.isShared() ? nanosShared : nanosAlone);
      inShared += sharing.isShared() ? nanos : 0;
      all += nanos;
      sharing.ran(EVENTS, (long) nanos);
    }
    return inShared / all;
  }

  /**
   * Two idle cores get through 1.7 times what one does; beside a busy one two threads take twice.
   */
  @ParameterizedTest(name = "{0} ns an event shared, {1} alone")
  @CsvSource({"60, 100, 0.97, 1", "230, 100, 0, 0.05", "1000, 100, 0, 0.1", "5000, 9000, 0.9, 1"})
  void shouldKeepTheFasterWay(double nanosShared, double nanosAlone, double least, double most) {
    ParallelismTuner sharing = new ParallelismTuner();
    shared(sharing, nanosShared, nanosAlone, 1_000);
    assertThat(shared(sharing, nanosShared, nanosAlone, 20_000)).isBetween(least, most);
  }

  @ParameterizedTest
  @CsvSource({"60, 230, 60", "230, 60, 230"})
  void shouldFollowANeighbourThatComesAndGoes(double first, double then, double last) {
    ParallelismTuner sharing = new ParallelismTuner();
    for (double nanosShared : new double[] {first, then, last}) {
      shared(sharing, nanosShared, 100, 1_000);
      double share = shared(sharing, nanosShared, 100, 1_000);
      assertThat(share > 0.5).as("%.0f ns an event", nanosShared).isEqualTo(nanosShared < 100);
    }
  }
}
