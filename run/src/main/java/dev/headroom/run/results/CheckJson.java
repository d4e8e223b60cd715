package dev.headroom.run.results;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.CheckText;
import dev.headroom.run.summary.IneffectiveLabels;
import dev.headroom.run.summary.ScenarioContradictions;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.check.DscpMapping;
import dev.headroom.sim.check.EcnMargin;
import dev.headroom.sim.check.ReorderingRisk;
import dev.headroom.sim.check.SwitchEcnCheck;
import dev.headroom.sim.check.UndersizedQueue;
import java.util.List;
import java.util.Locale;

/** Writer of the findings of {@code headroom check} as JSON. */
public final class CheckJson {
  public static final int SCHEMA_VERSION = 1;

  private CheckJson() {}

  public static String of(Scenario scenario, Precheck check) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("scenario", scenario.name())
            .put("findings", CheckText.hasFindings(scenario, check))
            .object("deadlock")
            .put("lossless", check.lossless());
    nodes(json, "ring", scenario, check.ring());
    nodes(json, "anyTraffic", scenario, check.anyRing());
    json.endObject().array("ecnBeforePfc");
    check.switches().forEach(each -> add(json, each));
    json.endArray().object("classes").put("disagree", check.hasClassMismatch()).array("nodes");
    for (DscpMapping kind : check.classes()) {
      json.object()
          .put("node", kind.first())
          .put("nodes", kind.nodes())
          .put("dscp", kind.dscp())
          .put("priority", kind.priority())
          .put("queue", kind.queue())
          .put("lossless", kind.lossless())
          .endObject();
    }
    json.endArray().endObject().array("contradictions");
    ScenarioContradictions.of(scenario).forEach(json::add);
    json.endArray().array("idleLabels");
    IneffectiveLabels.of(scenario).forEach(json::add);
    json.endArray().array("tightQueues");
    for (UndersizedQueue queue : check.tightQueues()) {
      json.object()
          .put("switch", queue.first())
          .put("switches", queue.switches())
          .put("sharedBytes", queue.sharedBytes())
          .put("lossyAlpha", queue.alpha())
          .put("roomBytes", queue.roomBytes())
          .put("frameBytes", queue.chargedBytes())
          .endObject();
    }
    json.endArray().array("overtaking");
    for (ReorderingRisk each : check.reorderingRisk()) {
      json.object()
          .put("routing", each.routing())
          .put("key", each.key())
          .put("value", each.value())
          .put("instead", each.instead())
          .endObject();
    }
    json.endArray();
    check
        .partialUnits()
        .ifPresent(units ->
            json.object("partialUnits")
                .put("flows", units.flows())
                .put("unitBytes", units.unit().bytes())
                .put("firstFlow", units.first())
                .put("firstBytes", units.bytes().bytes())
                .endObject());
    return json.endObject() + "\n";
  }

  private static void nodes(JsonWriter json, String name, Scenario scenario, List<Integer> nodes) {
    json.array(name);
    nodes.forEach(node -> json.add(scenario.fabric().nodes().get(node).name()));
    json.endArray();
  }

  private static void add(JsonWriter json, SwitchEcnCheck check) {
    EcnMargin margin = check.margin();
    json.object()
        .put("switch", check.first())
        .put("switches", check.switches())
        .put("verdict", check.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("bufferBytes", margin.totalBytes())
        .put("ports", margin.ports())
        .put("losslessClasses", margin.classes())
        .put("headroomBytes", margin.headroomBytes())
        .put("reservedBytes", margin.reservedBytes())
        .put("sharedBytes", margin.sharedBytes())
        .put("alpha", margin.alpha())
        .put("xoffBytes", margin.xoffBytes())
        .put("fanOut", margin.fanOut())
        .put("fanIn", margin.fanIn())
        .put("rateBps", check.rateBps())
        .put("kminBytes", check.kminBytes())
        .put("chargedKminBytes", check.chargedKmin())
        .put("pausesOneToOneBytes", margin.pausesOneToOne())
        .put("pausesAtFanInBytes", margin.pausesAtFanIn())
        .put("safeKminBytes", margin.safeKmin())
        .endObject();
  }
}
