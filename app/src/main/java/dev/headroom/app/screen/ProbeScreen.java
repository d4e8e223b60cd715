package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.probe.PathReport;
import dev.headroom.wire.probe.PathReport.Marks;
import dev.headroom.wire.probe.PathReport.Size;
import dev.headroom.wire.probe.PathReport.Trouble;
import dev.headroom.wire.probe.ProbeReport;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Results of {@code headroom probe} on a terminal. */
public final class ProbeScreen {
  private final PathReport report;
  private final TerminalPage page;

  private ProbeScreen(PathReport report, TerminalPage page) {
    this.report = report;
    this.page = page;
  }

  public static String of(ProbeReport report, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    String peer = report.peer().getHostAddress();
    page.heading("to " + peer);
    new ProbeScreen(report.forward(), page).write("this machine");
    page.heading("back from " + peer);
    report
        .reverse()
        .ifPresentOrElse(
            back -> new ProbeScreen(back, page).write("the server"),
            () -> page.sentence("not probed"));
    return page.toString();
  }

  private void write(String sender) {
    headline(sender);
    path();
    if (!report.marks().isEmpty()) {
      figures();
    }
  }

  private void headline(String sender) {
    int count = report.problems().size();
    page.sentence(
        count == 0
            ? "the path keeps DSCP, ECN, MTU and packet order, and loses no packets"
            : NumberText.plural(count, "problem", "problems") + " on the path");
    for (Trouble each : report.problems()) {
      page.labelled("problem", each.sentence() + ".");
    }
    boolean marks =
        report.problems().stream()
            .anyMatch(each -> each.where().isEmpty() && isOfMarks(each.kind()));
    if (marks && !report.quotes()) {
      page.labelled(
          "note",
          "with CAP_NET_RAW (sudo) on "
              + sender
              + ", headroom probe shows the hop that changes DSCP and ECN.");
    }
  }

  private static boolean isOfMarks(PathReport.Kind kind) {
    return switch (kind) {
      case DSCP_CHANGED, ECN_CHANGED, ECN_CLEARED, CE_CLEARED -> true;
      default -> false;
    };
  }

  private void path() {
    page.heading("path");
    page.labelled("hops", routers(report.routers()));
    PathReport.Ways ways = report.paths();
    String of = " for " + NumberText.plural(ways.sourcePorts(), "source port", "source ports");
    page.labelled(
        "ways",
        ways.distinct().isEmpty()
            ? "unknown: no router responds"
            : (ways.atLeast() ? "at least " : "")
                + ways.distinct().getAsInt()
                + of
                + (ways.atLeast() ? "; some routers did not always respond" : ""));
  }

  private static String routers(List<Optional<InetAddress>> routers) {
    return routers.isEmpty()
        ? "no router on the path"
        : routers.stream()
            .map(each -> each.map(InetAddress::getHostAddress).orElse("unknown"))
            .collect(Collectors.joining(", "));
  }

  private void figures() {
    page.heading("packets");
    PathReport.Train train = report.train();
    page.labelled(
        "one flow",
        NumberText.count(train.arrived())
            + " of "
            + NumberText.count(train.sent())
            + " arrived, "
            + NumberText.count(train.reordered())
            + " reordered, "
            + NumberText.count(train.duplicates())
            + " duplicated, "
            + NumberText.count(train.congested())
            + " marked CE by the fabric");
    for (Marks each : report.marks()) {
      page.labelled(
          "DSCP " + (each.trafficClass() >> 2),
          name(each.trafficClass())
              + ": "
              + each.arrived()
              + " of "
              + each.sent()
              + " arrived"
              + changed(each));
    }
    page.labelled(
        "path MTU",
        report.sizes().stream().map(ProbeScreen::passes).collect(Collectors.joining(", ")));
  }

  private static String changed(Marks marks) {
    String others =
        marks.as().keySet().stream()
            .filter(as -> as != marks.trafficClass())
            .sorted()
            .map(as -> "DSCP " + (as >> 2) + " " + name(as))
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "" : ", as " + others;
  }

  private static String passes(Size size) {
    return size.mtuBytes()
        + (size.arrived() == size.sent()
            ? " passes"
            : size.arrived() == 0
                ? " does not pass"
                : " passes " + size.arrived() + " of " + size.sent() + " times");
  }

  private static String name(int trafficClass) {
    return switch (Ecn.of(trafficClass)) {
      case NOT_ECT -> "not-ECT";
      case ECT_1 -> "ECT(1)";
      case ECT_0 -> "ECT(0)";
      case CE -> "CE";
    };
  }
}
