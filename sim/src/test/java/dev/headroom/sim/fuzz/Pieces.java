package dev.headroom.sim.fuzz;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.WorkloadSite;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The workload of a scenario, entry by entry, to be changed and put together again.
 *
 * @param programs at least one
 * @param own what each sets for itself; empty where none does
 */
record Pieces(List<FlowProgram> programs, List<Settings> own) {
  static Pieces of(Scenario scenario) {
    return scenario.flows() instanceof CombinedFlowProgram combinedFlowProgram
        ? new Pieces(combinedFlowProgram.parts(), scenario.parts())
        : new Pieces(List.of(scenario.flows()), List.of());
  }

  /** Without one of several. */
  Pieces without(int piece) {
    List<FlowProgram> fewer = new ArrayList<>(programs);
    fewer.remove(piece);
    List<Settings> rest = new ArrayList<>(own);
    if (!own.isEmpty()) {
      rest.remove(piece);
    }
    return new Pieces(fewer, rest);
  }

  /** With another in the place of one. */
  Pieces with(int piece, FlowProgram other) {
    List<FlowProgram> changed = new ArrayList<>(programs);
    changed.set(piece, other);
    return new Pieces(changed, own);
  }

  Pieces with(List<Settings> others) {
    return new Pieces(programs, others);
  }

  /** The scenario with these; they stay a list where they set something for themselves. */
  Scenario in(Scenario scenario) {
    boolean alone = programs.size() == 1 && own.stream().allMatch(Settings.DEFAULTS::equals);
    FlowProgram flows = alone ? programs.getFirst() : new CombinedFlowProgram(programs);
    return new Scenario(
        scenario.name(),
        scenario.fabric(),
        scenario.failures(),
        scenario.wear(),
        scenario.settings(),
        scenario.overrides(),
        flows.description(),
        flows,
        alone ? List.of() : own);
  }

  /**
   * What a generator makes on a scenario's hosts; empty where it cannot.
   *
   * @param piece of how manieth entry, from 0
   */
  static Optional<FlowProgram> built(BuildRecipe recipe, Scenario on, int piece) {
    Workload workload = Workloads.named(recipe.kind()).orElseThrow();
    String stream = piece == 0 ? "workload" : "workload-" + piece;
    WorkloadSite site = WorkloadSite.of(on.fabric(), on.settings().get(RunKnobs.SEED), stream);
    return workload.check().apply(recipe.parameters(), site).isEmpty()
        ? Optional.of(workload.build().apply(recipe.parameters(), site))
        : Optional.empty();
  }
}
