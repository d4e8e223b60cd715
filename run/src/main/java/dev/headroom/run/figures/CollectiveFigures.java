package dev.headroom.run.figures;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * Speed of the one collective of a run, as nccl-tests reports it.
 *
 * @param called what was called
 * @param timePs from the call until the last rank was done, or until the next can be called
 */
public record CollectiveFigures(CalledCollective called, long timePs) {

  /** Of a run of one workload; empty where that is another one, or did not end. */
  public static Optional<CollectiveFigures> of(Scenario scenario, RunResult result) {
    return WorkloadFigures.of(scenario, result).collective();
  }

  /**
   * Of a workload that was done at a time; empty where that is another one.
   *
   * @param donePs -1 if it was not
   */
  static Optional<CollectiveFigures> of(FlowProgram flows, long donePs) {
    return donePs < 0
        ? Optional.empty()
        : CalledCollective.of(flows)
            .map(called -> new CollectiveFigures(called, called.timePs(donePs)));
  }

  /** Whether the workload is one collective, or only one of its entries is. */
  public static boolean isCollective(Scenario scenario) {
    List<FlowProgram> workloads =
        scenario.flows() instanceof CombinedFlowProgram combinedFlowProgram
            ? combinedFlowProgram.parts()
            : List.of(scenario.flows());
    return workloads.stream().flatMap(each -> CalledCollective.of(each).stream()).limit(2).count()
        == 1;
  }

  /** Size over time, in 10^9 bytes a second. */
  public double algbw() {
    return timePs == 0 ? 0 : called.bytes() * 1e3 / timePs;
  }

  /** That as the speed of a link, whatever the number of GPUs, in 10^9 bytes a second. */
  public double busbw() {
    return algbw() * called.collective().busFactor(called.ranks());
  }
}
