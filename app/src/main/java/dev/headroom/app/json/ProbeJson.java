package dev.headroom.app.json;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.probe.PathReport;
import dev.headroom.wire.probe.PathReport.Marks;
import dev.headroom.wire.probe.PathReport.Place;
import dev.headroom.wire.probe.PathReport.Size;
import dev.headroom.wire.probe.PathReport.Trouble;
import dev.headroom.wire.probe.PathReport.Way;
import dev.headroom.wire.probe.ProbeReport;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Writer of the results of {@code headroom probe} as JSON. */
public final class ProbeJson {
  public static final int SCHEMA_VERSION = 1;

  private ProbeJson() {}

  public static String of(ProbeReport report) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("server", report.peer().getHostAddress())
            .put("packets", report.packets())
            .object("there");
    path(json, report.forward());
    json.endObject();
    if (report.reverse().isPresent()) {
      json.object("back");
      path(json, report.reverse().get());
      json.endObject();
    } else {
      json.putNull("back");
    }
    return json.endObject() + "\n";
  }

  private static void path(JsonWriter json, PathReport report) {
    json.put("packets", report.packets()).put("seesQuotes", report.quotes());
    routers(json, "routers", report.routers());
    json.array("troubles");
    report.problems().forEach(each -> trouble(json, each));
    PathReport.Train train = report.train();
    json.endArray()
        .object("flow")
        .put("sent", train.sent())
        .put("arrived", train.arrived())
        .put("reordered", train.reordered())
        .put("doubled", train.duplicates())
        .put("congested", train.congested())
        .endObject()
        .array("marks");
    report.marks().forEach(each -> marks(json, each));
    json.endArray().array("mtus");
    for (Size each : report.sizes()) {
      json.object()
          .put("mtuBytes", each.mtuBytes())
          .put("ipBytes", each.ipBytes())
          .put("sent", each.sent())
          .put("arrived", each.arrived())
          .endObject();
    }
    json.endArray().object("ways");
    if (report.paths().distinct().isPresent()) {
      json.put("distinct", report.paths().distinct().getAsInt());
    } else {
      json.putNull("distinct");
    }
    json.put("atLeast", report.paths().atLeast())
        .put("sourcePorts", report.paths().sourcePorts())
        .array("each");
    for (Way each : report.paths().each()) {
      json.object();
      routers(json, "routers", each.routers());
      json.put("sourcePorts", each.sourcePorts()).endObject();
    }
    json.endArray().endObject();
  }

  private static void routers(JsonWriter json, String name, List<Optional<InetAddress>> routers) {
    json.array(name);
    routers.forEach(each -> json.add(each.map(InetAddress::getHostAddress).orElse("unknown")));
    json.endArray();
  }

  private static void trouble(JsonWriter json, Trouble trouble) {
    json.object()
        .put("kind", trouble.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("sentence", trouble.sentence());
    if (trouble.where().isPresent()) {
      Place place = trouble.where().get();
      json.put("afterHop", place.after()).put("beforeHop", place.before());
    }
    json.endObject();
  }

  private static void marks(JsonWriter json, Marks marks) {
    json.object()
        .put("dscp", marks.trafficClass() >> 2)
        .put("ecn", Ecn.of(marks.trafficClass()).name().toLowerCase(Locale.ROOT))
        .put("sent", marks.sent())
        .array("arrived");
    new TreeMap<>(marks.as())
        .forEach((trafficClass, count) ->
            json.object()
                .put("dscp", trafficClass >> 2)
                .put("ecn", Ecn.of(trafficClass).name().toLowerCase(Locale.ROOT))
                .put("count", count)
                .endObject());
    json.endArray().endObject();
  }
}
