package dev.headroom.app.process;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.summary.CheckText;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import java.util.List;

/** Warnings before a run; for large scenarios only {@code headroom check} prints them. */
public final class ScenarioWarnings {
  private static final int MOST_HOSTS = 1_024;
  private static final int MOST_FLOWS = 1_000_000;

  private ScenarioWarnings() {}

  public static List<String> of(Scenario scenario) {
    if (scenario.fabric().hosts().size() > MOST_HOSTS || scenario.flows().flows() > MOST_FLOWS) {
      return List.of();
    }
    try {
      return CheckText.findings(scenario, Precheck.withoutDetails(scenario));
    } catch (UnrunnableScenarioException e) {
      return List.of(); // the run itself says so
    }
  }
}
