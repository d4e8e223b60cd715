package dev.headroom.app.screen;

import dev.headroom.app.wire.PingStatistics;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.NumberText;

/** Ping results in two lines. */
public final class PingScreen {
  private static final double PS_PER_US = 1e6;

  private PingScreen() {}

  public static String of(PingStatistics tally, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    String size = tally.bytes() == 0 ? "" : " of " + NumberText.bytes(tally.bytes());
    String end =
        !tally.checked()
            ? "contents not checked (-V checks them)"
            : tally.corrupted() == 0
                ? "all bytes correct"
                : NumberText.count(tally.corrupted()) + " with wrong bytes";
    page.sentence(
        "%s%s %s %s: %s"
            .formatted(
                NumberText.plural(tally.pings(), "ping", "pings"),
                size,
                tally.client() ? "to" : "of",
                tally.peer(),
                end));
    Distribution latency = tally.latencyUs();
    if (latency.count() > 0) {
      page.line(
          " round trip   min %s   median %s   p99 %s   max %s"
              .formatted(
                  time(tally.leastUs()),
                  time(latency.p50()),
                  time(latency.p99()),
                  time(latency.max())));
    } else {
      page.line(" round trip " + time(tally.meanUs()) + " on average");
    }
    return page.toString();
  }

  private static String time(double us) {
    return NumberText.time(us * PS_PER_US);
  }
}
