package dev.headroom.app.results;

import dev.headroom.model.knob.OwnControlKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.model.workload.Together;
import java.util.ArrayList;
import java.util.List;

/**
 * How one entry of a workload that is a list fared.
 *
 * @param type of its workload
 * @param workload the line that says what its flows are
 * @param transport what carries them
 * @param control their congestion control
 * @param priority class of their data
 * @param unfinished flows that did not finish
 * @param completionPs when the last of those that finished did
 * @param fct completion times of the finished flows, in picoseconds
 * @param slowdown of the finished flows
 */
public record PartResult(
    String type,
    String workload,
    String transport,
    String control,
    int priority,
    long unfinished,
    long completionPs,
    Distribution fct,
    Distribution slowdown) {

  /** One for each entry; empty where the workload is no list of several. */
  static List<PartResult> of(Scenario scenario, FlowTally flows) {
    List<PartResult> results = new ArrayList<>();
    if (scenario.flows() instanceof Together together) {
      for (int part = 0; part < flows.parts().size(); part++) {
        results.add(of(scenario.ofPart(part).settings(), together.parts().get(part), flows, part));
      }
    }
    return results;
  }

  private static PartResult of(Settings settings, FlowProgram program, FlowTally all, int part) {
    FlowTally flows = all.parts().get(part);
    return new PartResult(
        program.recipe().isNone() ? "flows" : program.recipe().kind(),
        program.description(),
        settings.get(TransportKnobs.TRANSPORT),
        OwnControlKnobs.control(settings),
        settings.get(TransportKnobs.TRAFFIC_CLASS).intValue(),
        flows.unfinished(),
        flows.lastCompletionPs(),
        flows.fct(),
        flows.slowdown());
  }
}
