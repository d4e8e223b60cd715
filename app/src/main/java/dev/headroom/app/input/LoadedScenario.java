package dev.headroom.app.input;

import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.model.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * Scenario read from a file.
 *
 * @param hpcc for inputs of the HPCC ns-3 simulator, how it was read, which its outputs need
 * @param warnings what was read but is done differently, a line each
 */
public record LoadedScenario(Scenario scenario, Optional<HpccInput> hpcc, List<String> warnings) {
  public LoadedScenario with(Scenario changed) {
    return new LoadedScenario(changed, hpcc, warnings);
  }
}
