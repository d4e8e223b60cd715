package dev.headroom.sim.fuzz;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.WorkloadSite;
import dev.headroom.model.workload.Workloads;
import java.util.List;

/** A workload that is asked for by name, and what it is told, drawn parameter by parameter. */
final class ToldWorkload {
  private final Workload workload;
  private final RandomKnobs knobs;

  ToldWorkload(Dice dice, String name) {
    workload = Workloads.named(name).orElseThrow();
    knobs = new RandomKnobs(dice);
  }

  private Knob<?> knob(String name) {
    return workload.parameters().stream()
        .filter(knob -> knob.name().equals("workload." + name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(workload.name() + " has no " + name));
  }

  ToldWorkload set(String name, Object value) {
    knobs.set(knob(name), value);
    return this;
  }

  ToldWorkload maybe(String name, Object... values) {
    knobs.maybe(knob(name), values);
    return this;
  }

  ToldWorkload seldom(String name, Object... values) {
    knobs.seldom(knob(name), values);
    return this;
  }

  /** What is wrong with it there; nothing mostly. */
  List<KnobConflict> complaints(WorkloadSite site) {
    return workload.check().apply(knobs.settings(), site);
  }

  /** Its flows there. */
  FlowProgram on(WorkloadSite site) {
    List<KnobConflict> complaints = complaints(site);
    if (!complaints.isEmpty()) {
      throw new IllegalStateException(workload.name() + " is refused: " + complaints);
    }
    return workload.build().apply(knobs.settings(), site);
  }
}
