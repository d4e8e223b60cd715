package dev.headroom.formats.simai;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.yaml.Problem;
import java.util.List;

/**
 * Result of reading a SimAI workload file.
 *
 * @param scenario the run
 * @param warnings what was read but is done differently or not at all
 */
public record SimaiInput(Scenario scenario, List<Problem> warnings) {
  public SimaiInput {
    warnings = List.copyOf(warnings);
  }
}
