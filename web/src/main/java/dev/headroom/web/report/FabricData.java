package dev.headroom.web.report;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;

/**
 * Report data of the fabric, the load of its links and its failures. Nodes and links are columns;
 * what is measured per direction has two entries a link, from its first node first.
 */
public final class FabricData {
  private FabricData() {}

  /** Nodes and links alone, into an object that is open: what a drawing needs before a run. */
  public static void shape(JsonWriter json, Fabric fabric) {
    json.array("names");
    for (Node node : fabric.nodes()) {
      json.add(node.name());
    }
    json.endArray().array("tiers");
    for (Node node : fabric.nodes()) {
      json.add(node.tier());
    }
    json.endArray().array("groups");
    for (Node node : fabric.nodes()) {
      json.add(node.group());
    }
    json.endArray().array("links");
    for (Link link : fabric.links()) {
      json.add(link.a()).add(link.b());
    }
    json.endArray().array("gbps");
    for (Link link : fabric.links()) {
      json.add(link.rate().gbps());
    }
    json.endArray();
  }

  /** The fabric of a run, with what its links carried. */
  public static void write(JsonWriter json, RunSummary summary) {
    Fabric fabric = summary.scenario().fabric();
    json.object("topology");
    shape(json, fabric);
    int[] forward = new int[fabric.links().size()];
    int[] backward = new int[fabric.links().size()];
    for (PortLoad load : summary.network().ports().loads()) {
      boolean first = fabric.links().get(load.port().link()).a() == load.port().node();
      (first ? forward : backward)[load.port().link()] = load.index();
    }
    columns(json, summary, forward, backward);
    FailureData.write(json, summary);
    json.endObject();
  }

  private static void columns(JsonWriter json, RunSummary summary, int[] forward, int[] backward) {
    for (String column : new String[] {"busy", "paused", "queue", "drops"}) {
      json.array(column);
      for (int link = 0;
          link < forward.length && !summary.network().ports().loads().isEmpty();
          link++) {
        json.add(value(column, summary.network().ports().loads().get(forward[link])));
        json.add(value(column, summary.network().ports().loads().get(backward[link])));
      }
      json.endArray();
    }
  }

  private static long value(String column, PortLoad load) {
    return switch (column) {
      case "busy" -> ReportData.thousandths(load.busy());
      case "paused" -> ReportData.thousandths(load.pausedShare());
      case "queue" -> load.peakQueueBytes();
      default -> load.drops();
    };
  }
}
