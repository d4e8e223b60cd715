package dev.headroom.web.job;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.HopEstimate;
import java.util.List;

/**
 * Request for a run.
 *
 * @param scenario what to run
 * @param file the name of its file
 * @param sets {@code key=value} that were laid over it
 * @param estimate of its work
 */
public record RunRequest(Scenario scenario, String file, List<String> sets, HopEstimate estimate) {
  public RunRequest {
    sets = List.copyOf(sets);
  }
}
