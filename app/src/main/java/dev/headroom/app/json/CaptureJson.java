package dev.headroom.app.json;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Connection;
import dev.headroom.wire.explain.CaptureReport.Way;
import java.util.Locale;
import java.util.Map;

/** Writer of a capture's analysis as JSON. */
public final class CaptureJson {
  public static final int SCHEMA_VERSION = 1;

  private CaptureJson() {}

  public static String of(String file, CaptureReport explanation) {
    CaptureReport.Frames frames = explanation.frames();
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("file", file)
            .put("format", explanation.source().format())
            .put("complete", explanation.source().ending().isEmpty())
            .put("durationNs", explanation.source().durationNs())
            .object("packets")
            .put("all", frames.all())
            .put("bytes", frames.bytes())
            .put("roce", frames.transports().roce())
            .put("infiniband", frames.transports().infiniband())
            .put("iwarp", frames.transports().iwarp())
            .put("fragments", frames.fragments())
            .put("malformed", frames.malformed())
            .put("cut", frames.cut())
            .put("copies", frames.copies())
            .put("untracked", frames.untracked())
            .endObject();
    verdicts(json, "icrc", explanation.packets().icrc());
    verdicts(json, "vcrc", explanation.packets().vcrc());
    counts(json, "opcodes", explanation.packets().opcodes());
    counts(json, "management", explanation.packets().management());
    json.array("connections");
    explanation.traffic().connections().forEach(each -> connection(json, each));
    json.endArray().array("datagrams");
    for (CaptureReport.Datagrams each : explanation.traffic().datagrams()) {
      json.object()
          .put("from", each.from())
          .put("to", each.to())
          .put("qp", each.qp())
          .put("packets", each.packets())
          .put("payloadBytes", each.payloadBytes())
          .put("badIcrcs", each.badIcrcs())
          .endObject();
    }
    json.endArray()
        .object("sourcePorts")
        .put("distinct", explanation.traffic().ports().distinct())
        .put("entropyBits", explanation.traffic().ports().entropyBits())
        .put("mostBits", explanation.traffic().ports().mostBits())
        .endObject();
    json.array("pauses");
    for (CaptureReport.Pauses each : explanation.pauses()) {
      json.object().put("from", each.from());
      if (each.priority() >= 0) {
        json.put("class", each.priority());
      }
      json.put("asked", each.xoffFrames())
          .put("resumed", each.resumed())
          .put("pausedNs", each.pausedNs())
          .put("longestNs", each.longestNs())
          .put("mostQuanta", each.mostQuanta())
          .endObject();
    }
    json.endArray();
    timeline(json, explanation.timeline());
    json.array("findings");
    for (CaptureReport.Finding each : explanation.findings()) {
      json.object()
          .put("kind", each.kind())
          .put("problem", each.problem())
          .put("sentence", each.sentence())
          .array("frames");
      each.frames().forEach(json::add);
      json.endArray().endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  private static void timeline(JsonWriter json, CaptureReport.Timeline timeline) {
    json.object("timeline").put("stepNs", timeline.stepNs()).array("moments");
    for (CaptureReport.Moment each : timeline.moments()) {
      json.object()
          .put("bytes", each.bytes())
          .put("packets", each.packets())
          .put("retransmissions", each.resent())
          .put("naks", each.naks())
          .put("cnps", each.cnps())
          .put("ecnMarked", each.marked())
          .endObject();
    }
    json.endArray().endObject();
  }

  private static void verdicts(JsonWriter json, String name, CaptureReport.Verdicts verdicts) {
    json.object(name)
        .put("good", verdicts.good())
        .put("bad", verdicts.bad())
        .put("unchecked", verdicts.unchecked())
        .endObject();
  }

  private static void counts(JsonWriter json, String name, Map<String, Long> counts) {
    json.object(name);
    counts.forEach(json::put);
    json.endObject();
  }

  private static void connection(JsonWriter json, Connection connection) {
    json.object()
        .put("transport", connection.transport())
        .put("setUp", connection.setUp())
        .put("mtuBytes", connection.mtuBytes())
        .put("retransmissions", connection.retransmissions())
        .put("duplicates", connection.duplicates())
        .put("naks", connection.naks())
        .put("rnrNaks", connection.rnrNaks())
        .put("timeouts", connection.timeouts())
        .put("outOfOrder", connection.outOfOrder())
        .put("cnps", connection.cnps())
        .put("ecnMarked", connection.ecnMarked())
        .array("ways");
    connection.directions().forEach(way -> way(json, way));
    json.endArray().endObject();
  }

  private static void way(JsonWriter json, Way way) {
    json.object()
        .put("from", way.ends().from())
        .put("to", way.ends().to())
        .put("qp", way.ends().qp())
        .put("packets", way.volume().packets())
        .put("bytes", way.volume().bytes())
        .put("payloadBytes", way.volume().payloadBytes())
        .put("goodputBps", way.volume().goodputBps())
        .object("messages");
    way.operations()
        .messages()
        .forEach((kind, count) -> json.put(kind.name().toLowerCase(Locale.ROOT), count));
    json.endObject()
        .object("latencyNs")
        .put("messages", way.operations().latency().messages())
        .put("p50", way.operations().latency().medianNs())
        .put("p99", way.operations().latency().p99Ns())
        .put("max", way.operations().latency().mostNs())
        .endObject()
        .put("retransmissions", way.delivery().retransmissions())
        .put("duplicates", way.delivery().duplicates())
        .put("outOfOrder", way.delivery().outOfOrder())
        .put("missing", way.delivery().missing());
    counts(json, "naks", way.answers().naks());
    json.put("rnrNaks", way.answers().rnrNaks())
        .put("timeouts", way.answers().timeouts())
        .put("acks", way.answers().acks())
        .object("cnps")
        .put("count", way.congestion().cnps().count())
        .put("perSecond", way.congestion().cnps().perSecond())
        .put("leastGapNs", way.congestion().cnps().leastGapNs())
        .endObject()
        .object("ecn")
        .put("notEct", way.congestion().ecn().notEct())
        .put("ect1", way.congestion().ecn().ect1())
        .put("ect0", way.congestion().ecn().ect0())
        .put("ce", way.congestion().ecn().ce())
        .endObject()
        .array("dscps");
    way.headers().dscps().forEach(dscp -> json.add((long) dscp));
    json.endArray()
        .put("sourcePorts", way.headers().sourcePorts())
        .put("badIcrcs", way.headers().badIcrcs())
        .endObject();
  }
}
