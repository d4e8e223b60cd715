package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Connection;
import dev.headroom.wire.explain.CaptureReport.Datagrams;
import dev.headroom.wire.explain.CaptureReport.Finding;
import dev.headroom.wire.explain.CaptureReport.Way;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Results of {@code headroom pcap} on a terminal. */
public final class CaptureScreen {
  /** Connections that are shown one by one; JSON has all. */
  private static final int MOST = 40;

  /** Findings of the same kind that are shown one by one; JSON and the page have all. */
  private static final int MOST_OF_A_KIND = 4;

  private final CaptureReport explanation;
  private final TerminalPage page;

  private CaptureScreen(CaptureReport explanation, Terminal terminal) {
    this.explanation = explanation;
    page = new TerminalPage(terminal);
  }

  public static String of(String name, CaptureReport explanation, Terminal terminal) {
    CaptureScreen screen = new CaptureScreen(explanation, terminal);
    screen.page.heading(name);
    screen.page.sentence(headline(explanation));
    screen.findings();
    screen.connections();
    screen.datagrams();
    screen.totals();
    return screen.page.toString();
  }

  /** What matters most, in one sentence. */
  public static String headline(CaptureReport explanation) {
    long problems = explanation.findings().stream().filter(Finding::problem).count();
    String wrong = problems > 0 ? NumberText.plural(problems, "problem", "problems") : "";
    String traffic = traffic(explanation);
    if (traffic.isEmpty()) {
      return (wrong.isEmpty() ? "" : wrong + "; ") + "no RDMA traffic between queue pairs";
    }
    return (wrong.isEmpty() ? "no problems" : wrong) + " in " + traffic;
  }

  private static String traffic(CaptureReport explanation) {
    List<String> kinds = new ArrayList<>();
    int connections = explanation.traffic().connections().size();
    if (connections > 0) {
      kinds.add(NumberText.plural(connections, "connection", "connections"));
    }
    int flows = explanation.traffic().datagrams().size();
    if (flows > 0) {
      kinds.add(NumberText.plural(flows, "datagram flow", "datagram flows"));
    }
    return String.join(" and ", kinds);
  }

  private void findings() {
    if (explanation.findings().isEmpty()) {
      return;
    }
    page.heading("findings");
    Map<String, List<Finding>> kinds = new LinkedHashMap<>();
    for (Finding finding : explanation.findings()) {
      kinds
          .computeIfAbsent(finding.kind() + finding.problem(), kind -> new ArrayList<>())
          .add(finding);
    }
    kinds.values().forEach(this::kind);
  }

  /** Findings of a kind: the first of many connections tell what the others do. */
  private void kind(List<Finding> findings) {
    boolean all = findings.size() <= MOST_OF_A_KIND + 1; // a line about one more is no shorter
    for (Finding finding : findings.subList(0, all ? findings.size() : MOST_OF_A_KIND)) {
      page.labelled(finding.problem() ? "problem" : "note", finding.sentence() + frames(finding));
    }
    if (!all) {
      int left = findings.size() - MOST_OF_A_KIND;
      String kind = findings.getFirst().kind();
      page.labelled("", "and " + left + " more of this kind (" + kind + "): see --json or --html.");
    }
  }

  private static String frames(Finding finding) {
    if (finding.frames().isEmpty()) {
      return ".";
    }
    String numbers =
        finding.frames().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return " (frame"
        + (finding.frames().size() == 1 ? " " : "s ")
        + numbers
        + (finding.frames().size() == 8 ? ", ..." : "")
        + ").";
  }

  private void connections() {
    if (explanation.traffic().connections().isEmpty()) {
      return;
    }
    page.heading("connections");
    AlignedTable table =
        new AlignedTable(
            2,
            "to",
            "",
            "messages",
            "payload",
            "goodput",
            "p50",
            "p99",
            "retrans",
            "NAK",
            "CE",
            "CNP");
    List<Connection> shown =
        explanation
            .traffic()
            .connections()
            .subList(0, Math.min(MOST, explanation.traffic().connections().size()));
    for (Connection connection : shown) {
      for (Way way : connection.directions()) {
        table.row(row(connection, way));
      }
    }
    page.table(table);
    if (shown.size() < explanation.traffic().connections().size()) {
      page.line(
          " and "
              + (explanation.traffic().connections().size() - shown.size())
              + " more: see --json");
    }
  }

  private static String[] row(Connection connection, Way way) {
    boolean tcp = connection.transport().equals("iWARP");
    boolean timed = way.operations().latency().messages() > 0;
    return new String[] {
      way.ends().to()
          + " "
          + (tcp ? "port " + way.ends().qp() : String.format(Locale.ROOT, "0x%x", way.ends().qp())),
      connection.transport(),
      NumberText.count(way.allMessages()),
      NumberText.size(way.volume().payloadBytes()),
      way.volume().goodputBps() == 0 ? "-" : NumberText.rate(way.volume().goodputBps()),
      timed ? NumberText.time(way.operations().latency().medianNs() * 1000.0) : "-",
      timed ? NumberText.time(way.operations().latency().p99Ns() * 1000.0) : "-",
      NumberText.count(way.delivery().retransmissions()),
      NumberText.count(
          way.answers().naks().values().stream().mapToLong(n -> n).sum() + way.answers().rnrNaks()),
      NumberText.count(way.congestion().ecn().ce()),
      NumberText.count(way.congestion().cnps().count())
    };
  }

  private void datagrams() {
    List<Datagrams> all = explanation.traffic().datagrams();
    if (all.isEmpty()) {
      return;
    }
    page.heading("datagrams");
    AlignedTable table = new AlignedTable(2, "from", "to", "packets", "payload", "bad ICRC");
    for (Datagrams each : all.subList(0, Math.min(MOST, all.size()))) {
      table.row(
          each.from(),
          each.to() + String.format(Locale.ROOT, " 0x%x", each.qp()),
          NumberText.count(each.packets()),
          NumberText.size(each.payloadBytes()),
          NumberText.count(each.badIcrcs()));
    }
    page.table(table);
    if (all.size() > MOST) {
      page.line(" and " + (all.size() - MOST) + " more: see --json");
    }
  }

  private void totals() {
    page.heading("packets");
    CaptureReport.Frames frames = explanation.frames();
    page.labelled(
        "frames",
        NumberText.count(frames.all())
            + " in "
            + NumberText.time(explanation.source().durationNs() * 1000.0)
            + ": "
            + kinds(frames));
    CaptureReport.Verdicts icrc = explanation.packets().icrc();
    if (icrc.good() + icrc.bad() + icrc.unchecked() > 0) {
      page.labelled(
          "ICRC",
          NumberText.count(icrc.good())
              + " good, "
              + NumberText.count(icrc.bad())
              + " bad"
              + (icrc.unchecked() > 0
                  ? ", " + NumberText.count(icrc.unchecked()) + " truncated"
                  : ""));
    }
    if (!explanation.packets().opcodes().isEmpty()) {
      page.labelled("opcodes", counted(explanation.packets().opcodes()));
    }
    if (!explanation.packets().management().isEmpty()) {
      page.labelled("management", counted(explanation.packets().management()));
    }
    if (explanation.traffic().ports().distinct() > 0) {
      page.labelled(
          "source port",
          NumberText.count(explanation.traffic().ports().distinct())
              + " different, "
              + NumberText.decimal(explanation.traffic().ports().entropyBits(), 1)
              + " bits of entropy of at most "
              + NumberText.decimal(explanation.traffic().ports().mostBits(), 1));
    }
  }

  private static String kinds(CaptureReport.Frames frames) {
    List<String> kinds = new ArrayList<>();
    long rest = frames.all();
    rest -= add(kinds, frames.transports().roce(), " RoCE");
    rest -= add(kinds, frames.transports().infiniband(), " InfiniBand");
    rest -= add(kinds, frames.transports().iwarp(), " iWARP");
    rest -= add(kinds, frames.malformed(), " malformed");
    rest -= add(kinds, frames.fragments(), " fragments");
    rest -= add(kinds, frames.cut(), " truncated");
    add(kinds, rest, rest == 1 ? " other" : " others");
    return kinds.isEmpty() ? "none" : String.join(", ", kinds);
  }

  private static long add(List<String> kinds, long count, String what) {
    if (count > 0) {
      kinds.add(NumberText.count(count) + what);
    }
    return count;
  }

  private static String counted(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(each -> NumberText.count(each.getValue()) + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
