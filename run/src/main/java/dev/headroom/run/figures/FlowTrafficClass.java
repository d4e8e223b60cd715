package dev.headroom.run.figures;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;

/** Traffic class of a flow's data: its own, or that of its part of the workload. */
public final class FlowTrafficClass {
  private FlowTrafficClass() {}

  public static int of(Scenario scenario, int flow) {
    FlowOverrides terms = scenario.flows().overrides(flow);
    return terms.hasClass()
        ? terms.priority()
        : scenario.ofFlow(flow).settings().get(TransportKnobs.TRAFFIC_CLASS).intValue();
  }
}
