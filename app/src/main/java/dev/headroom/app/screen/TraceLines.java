package dev.headroom.app.screen;

import dev.headroom.run.figures.Figures;
import dev.headroom.run.summary.TracedFlow;
import dev.headroom.sim.measure.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Lines about traced flows: the mean, start and end value of each quantity. */
final class TraceLines {
  private static final int SHOWN = 4;

  private TraceLines() {}

  static void write(Page page, List<TracedFlow> traced) {
    if (traced.isEmpty()) {
      return;
    }
    page.heading("traced flows");
    traced.stream()
        .limit(SHOWN)
        .forEach(
            flow -> page.labelled("flow " + flow.flow().flow(), flow.path() + " · " + words(flow)));
    if (traced.size() > SHOWN) {
      page.labelled("", "and " + (traced.size() - SHOWN) + " more, in the report and the tables");
    }
  }

  private static String words(TracedFlow flow) {
    List<String> words = new ArrayList<>();
    add(words, flow, Quantity.RATE_BPS, "rate", Figures::rate);
    add(words, flow, Quantity.WINDOW_BYTES, "window", Figures::size);
    TracedFlow.Range inFlight = flow.ranges().get(Quantity.IN_FLIGHT_BYTES);
    if (inFlight != null && !flow.ranges().containsKey(Quantity.WINDOW_BYTES)) {
      words.add("up to " + Figures.size(inFlight.most()) + " in flight");
    }
    add(words, flow, Quantity.RTT_PS, "RTT", Figures::time);
    return words.isEmpty() ? "over before it was looked at" : String.join(" · ", words);
  }

  /** What never changes is told once. */
  private static void add(
      List<String> words,
      TracedFlow flow,
      Quantity quantity,
      String name,
      DoubleFunction<String> show) {
    TracedFlow.Range range = flow.ranges().get(quantity);
    if (range == null) {
      return;
    }
    words.add(
        range.least() == range.most()
            ? name + " " + show.apply(range.mean())
            : "%s %s (%s to %s)"
                .formatted(
                    name,
                    show.apply(range.mean()),
                    show.apply(range.least()),
                    show.apply(range.most())));
  }
}
