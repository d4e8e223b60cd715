package dev.headroom.formats.hpcc;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.yaml.Problem;
import java.util.List;

/**
 * Result of reading an HPCC config and its files.
 *
 * @param scenario the run; times are that simulator's, so flows usually start at 2 s
 * @param wiring its fabric, with interfaces as they are numbered there
 * @param paths base round trips and lone completion times, for writing its {@code fct.txt}
 * @param warnings what was read but is done differently or not at all
 */
public record HpccInput(
    Scenario scenario, HpccWiring wiring, HpccPaths paths, List<Problem> warnings) {
  public HpccInput {
    warnings = List.copyOf(warnings);
  }
}
