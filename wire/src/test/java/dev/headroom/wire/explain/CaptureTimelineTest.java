package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.explain.CaptureReport.Moment;
import org.junit.jupiter.api.Test;

final class CaptureTimelineTest {
  @Test
  void shouldCountByTime() {
    CaptureTimeline timeline = new CaptureTimeline();
    timeline.add(5_000, CaptureTimeline.Count.BYTES, 100);
    timeline.add(5_999, CaptureTimeline.Count.PACKETS, 1);
    timeline.add(7_000, CaptureTimeline.Count.NAKS, 2);
    timeline.add(4_000, CaptureTimeline.Count.CNPS, 1); // clocks go back
    CaptureReport.Timeline told = timeline.finish();
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
    CaptureTimeline timeline = new CaptureTimeline();
    for (int i = 0; i < 100_000; i++) {
      timeline.add(i * 10_000L, CaptureTimeline.Count.PACKETS, 1);
    }
    CaptureReport.Timeline told = timeline.finish();
    assertThat(told.moments().size()).isBetween(CaptureTimeline.MOST / 2, CaptureTimeline.MOST);
    assertThat(told.moments().stream().mapToLong(Moment::packets).sum()).isEqualTo(100_000);
    assertThat(told.stepNs() * told.moments().size()).isBetween(1_000_000_000L, 1_005_000_000L);
    long each = told.stepNs() / 10_000;
    assertThat(told.moments().subList(0, told.moments().size() - 1))
        .allMatch(moment -> Math.abs(moment.packets() - each) <= 1);
  }

  @Test
  void shouldBeEmptyWhereNothingWas() {
    assertThat(new CaptureTimeline().finish().moments()).isEmpty();
  }
}
