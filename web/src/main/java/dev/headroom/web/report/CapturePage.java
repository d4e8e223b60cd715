package dev.headroom.web.report;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Connection;
import dev.headroom.wire.explain.CaptureReport.Finding;
import dev.headroom.wire.explain.CaptureReport.Way;
import java.util.List;
import java.util.Map;

/** Self-contained HTML page with the analysis of a capture. */
public final class CapturePage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "save.js", "tables.js", "capture.js", "theme.js");

  /** Ways that the page has; beyond them a table is of no use. */
  private static final int MOST_WAYS = 2000;

  private static final long PS_PER_NS = 1000;

  private final JsonWriter json = JsonWriter.compact();
  private final CaptureReport explanation;

  private CapturePage(CaptureReport explanation) {
    this.explanation = explanation;
  }

  /**
   * The page's text.
   *
   * @param headline what matters most, in one sentence
   */
  public static String of(String name, String headline, CaptureReport explanation) {
    return HtmlReport.page(name, new CapturePage(explanation).data(name, headline), SCRIPTS);
  }

  private String data(String name, String headline) {
    json.object()
        .put("name", name)
        .put("format", explanation.source().format())
        .put("headline", headline)
        .put("well", !explanation.hasProblems())
        .put("durationPs", explanation.source().durationNs() * PS_PER_NS);
    figures();
    findings();
    timeline();
    ways();
    datagrams();
    counts("opcodes", explanation.packets().opcodes());
    counts("management", explanation.packets().management());
    return json.endObject().toString();
  }

  private void figures() {
    CaptureReport.Frames frames = explanation.frames();
    List<Connection> all = explanation.traffic().connections();
    json.array("figures");
    figure("frames", NumberText.count(frames.all()), NumberText.bytes(frames.bytes()));
    figure(
        "time",
        NumberText.time(explanation.source().durationNs() * (double) PS_PER_NS),
        "duration");
    figure(
        "connections",
        NumberText.count(all.size()),
        NumberText.plural(
            explanation.traffic().datagrams().size(), "datagram flow", "datagram flows"));
    long packets =
        frames.transports().roce() + frames.transports().infiniband() + frames.transports().iwarp();
    figure("RDMA packets", NumberText.count(packets), kinds(frames));
    long resent = all.stream().mapToLong(Connection::retransmissions).sum();
    figure(
        "retransmitted",
        NumberText.count(resent),
        NumberText.plural(
            all.stream().mapToLong(Connection::timeouts).sum(), "timeout", "timeouts"));
    long naks = all.stream().mapToLong(Connection::naks).sum();
    long rnr = all.stream().mapToLong(Connection::rnrNaks).sum();
    figure("NAKs", NumberText.count(naks + rnr), NumberText.count(rnr) + " receiver not ready");
    figure(
        "CE marks",
        NumberText.count(all.stream().mapToLong(Connection::ecnMarked).sum()),
        NumberText.plural(all.stream().mapToLong(Connection::cnps).sum(), "CNP", "CNPs"));
    CaptureReport.Verdicts icrc = explanation.packets().icrc();
    figure(
        "wrong ICRCs",
        NumberText.count(icrc.bad()),
        icrc.unchecked() > 0
            ? NumberText.count(icrc.unchecked()) + " truncated"
            : NumberText.count(icrc.good()) + " right");
    CaptureReport.Ports ports = explanation.traffic().ports();
    if (ports.distinct() > 0) {
      figure(
          "source ports",
          NumberText.count(ports.distinct()),
          NumberText.decimal(ports.entropyBits(), 1)
              + " bits of entropy of "
              + NumberText.decimal(ports.mostBits(), 1));
    }
    json.endArray();
  }

  private static String kinds(CaptureReport.Frames frames) {
    return frames.transports().infiniband() > 0
        ? NumberText.count(frames.transports().infiniband()) + " InfiniBand"
        : frames.transports().iwarp() > 0
            ? NumberText.count(frames.transports().iwarp()) + " iWARP"
            : "RoCE";
  }

  private void figure(String label, String value, String word) {
    json.array().add(label).add(value).add(word).endArray();
  }

  private void findings() {
    json.array("findings");
    for (Finding each : explanation.findings()) {
      json.object().put("problem", each.problem()).put("sentence", each.sentence()).array("frames");
      each.frames().forEach(json::add);
      json.endArray().endObject();
    }
    json.endArray();
  }

  private void timeline() {
    json.object("timeline")
        .put("stepPs", explanation.timeline().stepNs() * PS_PER_NS)
        .array("moments");
    for (CaptureReport.Moment each : explanation.timeline().moments()) {
      json.array()
          .add(each.bytes())
          .add(each.packets())
          .add(each.resent())
          .add(each.naks())
          .add(each.cnps())
          .add(each.marked())
          .endArray();
    }
    json.endArray().endObject();
  }

  private void ways() {
    long all =
        explanation.traffic().connections().stream()
            .mapToLong(each -> each.directions().size())
            .sum();
    json.put("wayCount", all).array("ways");
    long written = 0;
    for (Connection connection : explanation.traffic().connections()) {
      for (Way way : connection.directions()) {
        if (written++ < MOST_WAYS) {
          way(connection, way);
        }
      }
    }
    json.endArray();
  }

  private void way(Connection connection, Way way) {
    json.object()
        .put("from", way.ends().from())
        .put("to", way.ends().to())
        .put("qp", way.ends().qp())
        .put("transport", connection.transport())
        .put("setUp", connection.setUp())
        .put("mtu", connection.mtuBytes())
        .put("packets", way.volume().packets())
        .put("messages", way.allMessages())
        .put("payload", way.volume().payloadBytes())
        .put("goodput", way.volume().goodputBps())
        .put("timed", way.operations().latency().messages())
        .put("p50", way.operations().latency().medianNs() * PS_PER_NS)
        .put("p99", way.operations().latency().p99Ns() * PS_PER_NS)
        .put("most", way.operations().latency().mostNs() * PS_PER_NS)
        .put("resent", way.delivery().retransmissions())
        .put("timeouts", way.answers().timeouts())
        .put("duplicates", way.delivery().duplicates())
        .put("overtaken", way.delivery().outOfOrder())
        .put("missing", way.delivery().missing())
        .put(
            "naks",
            way.answers().naks().values().stream().mapToLong(n -> n).sum()
                + way.answers().rnrNaks())
        .put("cnps", way.congestion().cnps().count())
        .put("ports", way.headers().sourcePorts())
        .put("badIcrcs", way.headers().badIcrcs())
        .array("ecn")
        .add(way.congestion().ecn().notEct())
        .add(way.congestion().ecn().ect1())
        .add(way.congestion().ecn().ect0())
        .add(way.congestion().ecn().ce())
        .endArray()
        .array("dscps");
    way.headers().dscps().forEach(each -> json.add((long) each));
    json.endArray().endObject();
  }

  private void datagrams() {
    json.array("datagrams");
    for (CaptureReport.Datagrams each : explanation.traffic().datagrams()) {
      json.array()
          .add(each.from())
          .add(each.to())
          .add((long) each.qp())
          .add(each.packets())
          .add(each.payloadBytes())
          .add(each.badIcrcs())
          .endArray();
    }
    json.endArray();
  }

  private void counts(String name, Map<String, Long> counts) {
    json.array(name);
    counts.forEach((what, count) -> json.array().add(what).add(count).endArray());
    json.endArray();
  }
}
