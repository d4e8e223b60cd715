package dev.headroom.formats.chakra;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.yaml.Problem;
import java.util.List;

/**
 * Result of reading Chakra traces.
 *
 * @param scenario the run
 * @param warnings what was read but is done differently or not at all
 */
public record ChakraInput(Scenario scenario, List<Problem> warnings) {
  public ChakraInput {
    warnings = List.copyOf(warnings);
  }
}
