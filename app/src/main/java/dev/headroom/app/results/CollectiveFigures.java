package dev.headroom.app.results;

import dev.headroom.model.collective.Choice;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.NcclCollective;
import dev.headroom.sim.measure.RunResult;
import java.util.Optional;

/**
 * How fast the one collective of a run was, as nccl-tests says it.
 *
 * @param asked what was called
 * @param choice algorithm and protocol; none for sends and receives
 * @param timePs from the call until the last GPU was done
 */
public record CollectiveFigures(NcclCollective.Asked asked, Optional<Choice> choice, long timePs) {

  /** Empty where the workload is another one, or did not end. */
  public static Optional<CollectiveFigures> of(Scenario scenario, RunResult result) {
    return result.outcome() != RunResult.Outcome.FINISHED
        ? Optional.empty()
        : NcclCollective.askedOf(scenario.flows())
            .map(asked ->
                new CollectiveFigures(
                    asked,
                    NcclCollective.choiceOf(scenario.flows()),
                    result.completionTimePs() - asked.startPs()));
  }

  /** Size over time, in 10^9 bytes a second. */
  public double algbw() {
    return timePs == 0 ? 0 : asked.bytes() * 1e3 / timePs;
  }

  /** That as the speed of a link, whatever the number of GPUs, in 10^9 bytes a second. */
  public double busbw() {
    return algbw() * asked.collective().busFactor(asked.ranks());
  }
}
