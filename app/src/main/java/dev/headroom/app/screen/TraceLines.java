package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.TracedFlow;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Lines about traced flows: the mean, start and end value of each quantity. */
final class TraceLines {
  private static final int SHOWN = 4;

  private TraceLines() {}

  static void write(TerminalPage page, List<TracedFlow> traced) {
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
    add(words, flow, TraceQuantity.RATE_BPS, "rate", NumberText::rate);
    add(words, flow, TraceQuantity.WINDOW_BYTES, "window", NumberText::size);
    TracedFlow.Range inFlight = flow.ranges().get(TraceQuantity.IN_FLIGHT_BYTES);
    if (inFlight != null && !flow.ranges().containsKey(TraceQuantity.WINDOW_BYTES)) {
      words.add("up to " + NumberText.size(inFlight.most()) + " in flight");
    }
    add(words, flow, TraceQuantity.RTT_PS, "RTT", NumberText::time);
    return words.isEmpty() ? "finished before the first sample" : String.join(" · ", words);
  }

  /** What never changes is told once. */
  private static void add(
      List<String> words,
      TracedFlow flow,
      TraceQuantity quantity,
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
