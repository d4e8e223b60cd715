package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.sim.measure.PauseSpan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PauseAxisTest {
  private static final long RUN_PS = 1_000_000;

  @Test
  void shouldBeTheWholeRunWherePausesFillMostOfIt() {
    assertThat(PauseAxis.of(List.of(span(100, 200), span(900_000, 900_100)), 0, RUN_PS))
        .isEqualTo(new PauseAxis(0, RUN_PS));
    assertThat(PauseAxis.of(List.of(), 5, RUN_PS)).isEqualTo(new PauseAxis(5, 5 + RUN_PS));
  }

  @Test
  void shouldBeThePartInWhichTheyLie() {
    assertThat(PauseAxis.of(List.of(span(200_000, 210_000), span(230_000, 240_000)), 0, RUN_PS))
        .isEqualTo(new PauseAxis(199_000, 241_000));
  }

  @Test
  void shouldLeaveOutStrays() {
    List<PauseSpan> spans = new ArrayList<>(List.of(span(200_000, 240_000)));
    spans.add(span(990_000, 990_010));
    PauseAxis axis = PauseAxis.of(spans, 0, RUN_PS);
    assertThat(axis).isEqualTo(new PauseAxis(199_000, 241_000));
    assertThat(axis.holds(spans.getLast())).isFalse();
  }

  private static PauseSpan span(long fromPs, long toPs) {
    return new PauseSpan(1, 0, 2, 3, fromPs, toPs);
  }
}
