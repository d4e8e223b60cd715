package dev.headroom.web.report;

import dev.headroom.sim.measure.PauseSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Time range of a run over which its pauses are drawn, in simulated time. It is the whole run, or
 * the part with nearly all pauses where that is less than half.
 */
record PauseAxis(long fromPs, long toPs) {
  /** Left out at either end, of all time paused. */
  private static final double STRAY = 0.005;

  /** Beside the first and the last pause, of what lies between them. */
  private static final double MARGIN = 0.025;

  /** Of a run from {@code startPs} on. */
  static PauseAxis of(List<PauseSpan> spans, long startPs, long durationPs) {
    PauseAxis whole = new PauseAxis(startPs, startPs + Math.max(1, durationPs));
    PauseAxis most = ofMost(spans);
    long marginPs = (long) (MARGIN * most.lengthPs());
    PauseAxis part =
        new PauseAxis(
            Math.max(whole.fromPs, most.fromPs - marginPs),
            Math.min(whole.toPs, most.toPs + marginPs));
    return part.lengthPs() > 0 && part.lengthPs() < whole.lengthPs() / 2 ? part : whole;
  }

  /** From the first pause to the last, but for strays at either end. */
  private static PauseAxis ofMost(List<PauseSpan> spans) {
    List<PauseSpan> inOrder = new ArrayList<>(spans);
    inOrder.sort(Comparator.comparingLong(PauseSpan::fromPs));
    double allPs = spans.stream().mapToDouble(span -> span.toPs() - span.fromPs()).sum();
    long firstPs = Long.MAX_VALUE;
    long lastPs = 0;
    double upToPs = 0;
    for (PauseSpan span : inOrder) {
      double beforePs = upToPs;
      upToPs += span.toPs() - span.fromPs();
      if (upToPs > STRAY * allPs && beforePs < (1 - STRAY) * allPs) {
        firstPs = Math.min(firstPs, span.fromPs());
        lastPs = Math.max(lastPs, span.toPs());
      }
    }
    return new PauseAxis(Math.min(firstPs, lastPs), lastPs);
  }

  long lengthPs() {
    return toPs - fromPs;
  }

  boolean holds(PauseSpan span) {
    return span.toPs() > fromPs && span.fromPs() < toPs;
  }
}
