package dev.headroom.formats.htsim;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.yaml.Problem;
import java.util.List;

/**
 * Result of reading a connection matrix and a topology.
 *
 * @param scenario the run, in our own terms: that simulator's framing is not imitated
 * @param warnings what was read but is done differently or not at all
 */
public record HtsimInput(Scenario scenario, List<Problem> warnings) {
  public HtsimInput {
    warnings = List.copyOf(warnings);
  }
}
