package dev.headroom.app.screen;

import dev.headroom.model.latency.LatencyComponent;
import dev.headroom.model.latency.LatencyWaterfall;
import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.List;

/**
 * Latency waterfalls on a terminal, one under the other: components in the order of time, each with
 * its source.
 */
public final class LatencyScreen {
  private static final int BAR = 28;

  private final TerminalPage page;
  private final String block;
  private final List<String> sources = new ArrayList<>();

  private LatencyScreen(Terminal terminal) {
    page = new TerminalPage(terminal);
    block = terminal.unicode() ? "█" : "#";
  }

  public static String of(List<LatencyWaterfall> waterfalls, Terminal terminal) {
    LatencyScreen screen = new LatencyScreen(terminal);
    waterfalls.forEach(screen::waterfall);
    screen.page.heading("sources");
    for (int i = 0; i < screen.sources.size(); i++) {
      screen.page.labelled("[" + (i + 1) + "]", screen.sources.get(i));
    }
    screen.page.sentence(
        "One message on idle hosts, without variation. With hosts.jitter in a scenario, "
            + "latency varies: show SCENARIO --as ib_write_lat prints percentiles.");
    return screen.page.toString();
  }

  private void waterfall(LatencyWaterfall waterfall) {
    page.heading(waterfall.stack().label());
    long before = 0;
    for (LatencyComponent part : waterfall.components()) {
      page.line(
          " %-33s %8s %4s  %s"
              .formatted(
                  part.label(),
                  NumberText.time(part.ps()),
                  footnote(part.source()),
                  bar(before, part.ps(), waterfall.totalPs())));
      before += part.ps();
    }
    page.sentence("%-33s %8s".formatted("total", NumberText.time(waterfall.totalPs())));
  }

  /** From where the parts before end; a part that is too short for a block has a dot. */
  private String bar(long before, long ps, long total) {
    int from = (int) Math.round((double) before / total * BAR);
    int to = (int) Math.round((double) (before + ps) / total * BAR);
    String mark = to > from ? block.repeat(to - from) : ".";
    return " ".repeat(Math.min(from, BAR - 1)) + mark;
  }

  private String footnote(String source) {
    if (!sources.contains(source)) {
      sources.add(source);
    }
    return "[" + (sources.indexOf(source) + 1) + "]";
  }
}
