package dev.headroom.app.results;

import dev.headroom.model.flow.FlowTerms;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;

/** In which class a flow's data travels: its own, or that of its part of the workload. */
final class FlowClass {
  private FlowClass() {}

  static int of(Scenario scenario, int flow) {
    FlowTerms terms = scenario.flows().terms(flow);
    return terms.hasClass()
        ? terms.priority()
        : scenario.ofFlow(flow).settings().get(TransportKnobs.TRAFFIC_CLASS).intValue();
  }
}
