package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.explain.Explanation.Moment;
import org.junit.jupiter.api.Test;

final class TimelineTest {
  @Test
  void shouldCountByTime() {
    Timeline timeline = new Timeline();
    timeline.add(5_000, Timeline.Count.BYTES, 100);
    timeline.add(5_999, Timeline.Count.PACKETS, 1);
    timeline.add(7_000, Timeline.Count.NAKS, 2);
    timeline.add(4_000, Timeline.Count.CNPS, 1); // clocks go back
    Explanation.Timeline told = timeline.finish();
    assertThat(told.stepNs()).isEqualTo(1000);
    assertThat(told.moments())
        .containsExactly(
            new Moment(100, 1, 0, 0, 1, 0),
            new Moment(0, 0, 0, 0, 0, 0),
            new Moment(0, 0, 0, 2, 0, 0));
  }

  /** A second of packets 10 us apart: whatever the steps are, none is lost and none moves far. */
  @Test
  void shouldKeepAllInEverLongerSteps() {
    Timeline timeline = new Timeline();
    for (int i = 0; i < 100_000; i++) {
      timeline.add(i * 10_000L, Timeline.Count.PACKETS, 1);
    }
    Explanation.Timeline told = timeline.finish();
    assertThat(told.moments().size()).isBetween(Timeline.MOST / 2, Timeline.MOST);
    assertThat(told.moments().stream().mapToLong(Moment::packets).sum()).isEqualTo(100_000);
    assertThat(told.stepNs() * told.moments().size()).isBetween(1_000_000_000L, 1_005_000_000L);
    long each = told.stepNs() / 10_000;
    assertThat(told.moments().subList(0, told.moments().size() - 1))
        .allMatch(moment -> Math.abs(moment.packets() - each) <= 1);
  }

  @Test
  void shouldBeEmptyWhereNothingWas() {
    assertThat(new Timeline().finish().moments()).isEmpty();
  }
}
