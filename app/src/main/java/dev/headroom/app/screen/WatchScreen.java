package dev.headroom.app.screen;

import dev.headroom.prove.alarm.Alarm;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.Incident;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.watch.WatchState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalDouble;

/** Watch over machines on a terminal: alarms first, then the ports of the only machine. */
public final class WatchScreen {
  private static final int MOST_FOLLOWERS = 3;
  private static final int MOST_ROWS = 16;
  private static final double GBPS = 8e-9;

  private WatchScreen() {}

  /**
   * What is so now.
   *
   * @param before the state of the round before, for rates
   */
  public static String of(WatchState now, WatchState before, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading(
        "%s, %s, %d series"
            .formatted(
                now.time().truncatedTo(ChronoUnit.SECONDS),
                count(now.machines(), "machine"),
                now.series()));
    if (now.incidents().isEmpty()) {
      page.line(now.samples().isEmpty() ? " no sample yet" : " no alarm");
    }
    for (Incident incident : now.incidents()) {
      incident(incident, now.time(), page);
    }
    for (WatchState.Unreachable each : now.unreachable()) {
      page.labelled("no sample", each.host() + ": " + each.why());
    }
    if (now.samples().size() == 1 && before.samples().size() == 1) {
      ports(now.samples().getFirst(), before.samples().getFirst(), page);
    }
    return page.toString();
  }

  /** An event in a line, for where nothing is drawn over. */
  public static String line(AlarmEvent event) {
    return "%s %s %s %s: %s"
        .formatted(
            event.time().truncatedTo(ChronoUnit.SECONDS),
            event.fired() ? event.alarm().rule().severity().word() : "cleared",
            event.alarm().rule().name(),
            event.alarm().place(),
            event.alarm().text());
  }

  private static void incident(Incident incident, Instant now, TerminalPage page) {
    Alarm root = incident.root();
    page.sentence(
        "%s %s: %s %s"
            .formatted(
                root.rule().severity().word(), root.rule().name(), root.host(), root.text()));
    page.labelled("since", age(root.since(), now) + " ago");
    page.labelled("cause", root.rule().words().cause());
    page.labelled("fix", root.rule().words().fix());
    root.rule().words().rule().ifPresent(rule -> page.labelled("rule", rule));
    List<Alarm> followers = incident.followers();
    for (Alarm each : followers.subList(0, Math.min(MOST_FOLLOWERS, followers.size()))) {
      page.labelled("follows", each.rule().name() + ", " + each.host() + ": " + each.text());
    }
    if (followers.size() > MOST_FOLLOWERS) {
      page.labelled("", "and " + (followers.size() - MOST_FOLLOWERS) + " more");
    }
  }

  private static String age(Instant since, Instant now) {
    Duration age = Duration.between(since, now);
    return age.toMinutes() < 1
        ? age.toSeconds() + " s"
        : age.toHours() < 1 ? age.toMinutes() + " min" : age.toHours() + " h";
  }

  private static void ports(HostSample now, HostSample before, TerminalPage page) {
    AlignedTable table = new AlignedTable(1, "port", "link", "send Gb/s", "receive Gb/s");
    double seconds = Duration.between(before.time(), now.time()).toMillis() / 1e3;
    int rows = 0;
    for (var series : now.of("node_infiniband_state_id")) {
      if (rows++ < MOST_ROWS) {
        var labels = series.labels();
        table.row(
            series.label("device") + "/" + series.label("port"),
            now.value(series).orElse(0) == 4 ? "active" : "down",
            rate(now, before, seconds, "transmitted", labels),
            rate(now, before, seconds, "received", labels));
      }
    }
    if (rows > 0) {
      page.line("");
      page.table(table);
    }
  }

  private static String rate(
      HostSample now,
      HostSample before,
      double seconds,
      String way,
      java.util.SortedMap<String, String> labels) {
    var series =
        new dev.headroom.prove.sample.Series(
            "node_infiniband_port_data_" + way + "_bytes_total", labels);
    OptionalDouble last = now.value(series);
    OptionalDouble first = before.value(series);
    return last.isEmpty()
            || first.isEmpty()
            || seconds <= 0
            || last.getAsDouble() < first.getAsDouble()
        ? "-"
        : "%.1f".formatted(GBPS * (last.getAsDouble() - first.getAsDouble()) / seconds);
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
