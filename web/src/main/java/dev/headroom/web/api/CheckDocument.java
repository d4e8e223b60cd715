package dev.headroom.web.api;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.yaml.Problem;
import dev.headroom.run.HopEstimate;
import dev.headroom.run.figures.SharedHosts;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.CheckText;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.web.report.FabricData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Document of what is wrong with a scenario's text, in the words of the command line; of one that
 * is right, its fabric and how much work its run is.
 */
public final class CheckDocument {
  /** Larger fabrics are not drawn while somebody types. */
  private static final int DRAWN_NODES = 700;

  /** Larger ones are searched for deadlocks by {@code headroom check} alone. */
  private static final int CHECKED_HOSTS = 256;

  private static final int CHECKED_FLOWS = 20_000;

  private CheckDocument() {}

  /**
   * The document.
   *
   * @param mostHops packet hops from which on a server refuses a run
   */
  public static String of(ScenarioReader.Outcome outcome, double mostHops) {
    JsonWriter json = JsonWriter.compact().object().array("problems");
    if (outcome instanceof ScenarioReader.Bad bad) {
      bad.problems().forEach(problem -> add(json, problem));
    }
    json.endArray();
    if (outcome instanceof ScenarioReader.Good good) {
      add(json, good.scenario(), mostHops);
    }
    return json.endObject().toString();
  }

  private static void add(JsonWriter json, Problem problem) {
    json.object()
        .put("line", problem.line())
        .put("column", problem.column())
        .put("key", problem.key())
        .put("what", problem.what())
        .put("right", problem.right())
        .put("text", problem.toString())
        .endObject();
  }

  private static void add(JsonWriter json, Scenario scenario, double mostHops) {
    HopEstimate estimate = HopEstimate.of(scenario);
    json.put("name", scenario.name())
        .put("fabric", scenario.fabric().shape())
        .put("workload", scenario.workload())
        .put("hosts", scenario.fabric().hosts().size())
        .put("flows", scenario.flows().flows())
        .put("hops", estimate.hops())
        .put("kind", kind(estimate, mostHops))
        .array("warnings");
    warnings(scenario).forEach(json::add);
    json.endArray();
    if (scenario.fabric().nodes().size() <= DRAWN_NODES) {
      json.object("topology");
      FabricData.shape(json, scenario.fabric());
      json.endObject();
    }
  }

  private static String kind(HopEstimate estimate, double mostHops) {
    return estimate.hops() > mostHops
        ? "too-long"
        : estimate.kind().name().toLowerCase(Locale.ROOT);
  }

  private static List<String> warnings(Scenario scenario) {
    List<String> warnings = new ArrayList<>(SharedHosts.warnings(scenario));
    if (scenario.fabric().hosts().size() <= CHECKED_HOSTS
        && scenario.flows().flows() <= CHECKED_FLOWS) {
      try {
        warnings.addAll(CheckText.findings(scenario, Precheck.withoutDetails(scenario)));
      } catch (UnrunnableScenarioException e) {
        warnings.add(e.getMessage() == null ? "the scenario cannot be run" : e.getMessage());
      }
    }
    return warnings;
  }
}
