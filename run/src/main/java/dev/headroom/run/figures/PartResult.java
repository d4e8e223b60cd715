package dev.headroom.run.figures;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Result of one entry of a workload that is a list.
 *
 * @param name its number from 0, and its type
 * @param type of its workload
 * @param workload the line that says what its flows are
 * @param transport what carries them
 * @param control their congestion control
 * @param priority class of their data; of most of them, where they differ
 * @param unfinished flows that did not finish
 * @param completionPs when the last of those that finished did
 * @param fct completion times of the finished flows, in picoseconds
 * @param slowdown of the finished flows
 * @param figures what it came to beside its flows
 */
public record PartResult(
    String name,
    String type,
    String workload,
    String transport,
    String control,
    int priority,
    long unfinished,
    long completionPs,
    Distribution fct,
    Distribution slowdown,
    WorkloadFigures figures) {

  /** One for each entry; empty where the workload is no list of several. */
  public static List<PartResult> of(Scenario scenario, RunResult result, FlowStatistics flows) {
    List<PartResult> results = new ArrayList<>();
    if (scenario.flows() instanceof CombinedFlowProgram combinedFlowProgram) {
      for (int part = 0; part < flows.parts().size(); part++) {
        results.add(
            of(
                scenario.ofPart(part).settings(),
                combinedFlowProgram.parts().get(part),
                flows.parts().get(part),
                part,
                result));
      }
    }
    return results;
  }

  /** Of most of its flows, where some have a class of their own. */
  private static int priority(Settings settings, FlowProgram program) {
    int ofAll = settings.get(TransportKnobs.TRAFFIC_CLASS).intValue();
    if (program.allOverrides().stream().noneMatch(FlowOverrides::hasClass)) {
      return ofAll;
    }
    int[] flows = new int[ClassSchedule.CLASSES];
    int most = ofAll;
    for (int flow = 0; flow < program.flows(); flow++) {
      FlowOverrides terms = program.overrides(flow);
      int own = terms.hasClass() ? terms.priority() : ofAll;
      most = ++flows[own] > flows[most] ? own : most;
    }
    return most;
  }

  /** Its number from 0, and its type. */
  public static String name(int part, FlowProgram program) {
    return part + " " + type(program);
  }

  private static String type(FlowProgram program) {
    return program.recipe().isNone() ? "flows" : program.recipe().kind();
  }

  private static PartResult of(
      Settings settings, FlowProgram program, FlowStatistics flows, int part, RunResult result) {
    String type = type(program);
    String name = name(part, program);
    long donePs = flows.unfinished() == 0 ? flows.lastCompletionPs() : -1;
    return new PartResult(
        name,
        type,
        program.description(),
        settings.get(TransportKnobs.TRANSPORT).word(),
        PluginControlKnobs.control(settings),
        priority(settings, program),
        flows.unfinished(),
        flows.lastCompletionPs(),
        flows.fct(),
        flows.slowdown(),
        WorkloadFigures.of(name, program, part, donePs, result));
  }
}
