package dev.headroom.sim;

import dev.headroom.model.knob.FlowSelection;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.trace.FlowTracer;
import java.util.List;

/**
 * Selection of the flows of a run that are traced. The slowest is known only when a run is over; so
 * a first run finds it, and a second one, equal to the last bit, follows it.
 */
final class TracedFlows implements FlowSink {
  private static final FlowSelection NONE = new FlowSelection(List.of(), false);

  private final FlowSink next;
  private int slowest = -1;
  private double slowdown = -1;

  TracedFlows(FlowSink next) {
    this.next = next;
  }

  /** What follows those that a scenario names by number. */
  static FlowTracer followed(Scenario scenario) {
    int[] flows = choice(scenario).numbers();
    if (flows.length > 0 && flows[flows.length - 1] >= scenario.flows().flows()) {
      throw new UnrunnableScenarioException(
          "run.trace.flows names flow %d, but the scenario has %d flows, numbered from 0"
              .formatted(flows[flows.length - 1], scenario.flows().flows()));
    }
    return new FlowTracer(
        scenario.flows(), flows, scenario.settings().get(RunKnobs.TRACE_STEP).ps());
  }

  /** Whether the slowest is asked for. */
  static boolean wantsSlowest(Scenario scenario) {
    return choice(scenario).slowest();
  }

  private static FlowSelection choice(Scenario scenario) {
    return scenario.settings().find(RunKnobs.TRACED).orElse(NONE);
  }

  /** Unfinished ones are slower than any other; of equals it is the first that was told of. */
  @Override
  public void accept(FlowResult flow) {
    double own = flow.finished() ? flow.slowdown() : Double.MAX_VALUE;
    if (own > slowdown && flow.startPs() >= 0) {
      slowest = flow.flow();
      slowdown = own;
    }
    next.accept(flow);
  }

  /** The scenario with the slowest flow in it by its number; as it is if no flow started. */
  Scenario withSlowest(Scenario scenario) {
    FlowSelection choice = choice(scenario);
    FlowSelection numbered =
        slowest < 0 ? new FlowSelection(choice.ranges(), false) : choice.with(slowest);
    return scenario.with(scenario.settings().with(RunKnobs.TRACED, numbered));
  }

  /** The scenario without any traces. */
  static Scenario without(Scenario scenario) {
    return scenario.with(scenario.settings().with(RunKnobs.TRACED, NONE));
  }
}
