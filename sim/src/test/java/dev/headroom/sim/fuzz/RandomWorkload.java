package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.ConnectedComponents;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.workload.WorkloadSite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Who sends what: listed flows, a generator's, what goes by a schedule, or several of these. */
final class RandomWorkload {
  private final Dice dice;
  private final Fabric fabric;
  private final Settings settings;

  RandomWorkload(Dice dice, Fabric fabric, Settings settings) {
    this.dice = dice;
    this.fabric = fabric;
    this.settings = settings;
  }

  FlowProgram flows(WorkloadKinds kinds, Budget budget) {
    List<FlowProgram> programs = new ArrayList<>();
    Budget share = budget.dividedBy(kinds.entries().size());
    for (WorkloadKinds.Kind kind : kinds.entries()) {
      // As the reader of files names them.
      String stream = programs.isEmpty() ? "workload" : "workload-" + programs.size();
      WorkloadSite site = WorkloadSite.of(fabric, settings.get(RunKnobs.SEED), stream);
      programs.add(one(kind, kinds.nics(), site, share));
    }
    return programs.size() == 1 ? programs.getFirst() : new CombinedFlowProgram(programs);
  }

  private FlowProgram one(WorkloadKinds.Kind kind, int nics, WorkloadSite site, Budget share) {
    FlowProgram flows =
        switch (kind) {
          case LIST -> listed(share);
          case GENERATOR -> new RandomGenerators(dice, site, share).flows();
          case SCHEDULE -> new RandomSchedules(dice, site, nics, share).flows();
        };
    return staysOnIslands(flows) ? flows : listed(share);
  }

  private FlowProgram listed(Budget share) {
    return new RandomFlows(dice, fabric, settings, share).flows();
  }

  /** Nothing joins the planes of a fabric. */
  private boolean staysOnIslands(FlowProgram flows) {
    ConnectedComponents connectedComponents = new ConnectedComponents(fabric);
    List<Node> hosts = fabric.hosts();
    return connectedComponents.count() == 1
        || IntStream.range(0, flows.flows())
            .allMatch(flow ->
                connectedComponents.of(hosts.get(flows.source(flow)))
                    == connectedComponents.of(hosts.get(flows.destination(flow))));
  }
}
