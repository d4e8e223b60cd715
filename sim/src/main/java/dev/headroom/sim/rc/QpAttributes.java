package dev.headroom.sim.rc;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.control.SignalOverhead;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Attributes of the queue pairs of a scenario: the same for all, except for flows with settings of
 * their own. Queue pairs with equal terms share what is made of them.
 */
public final class QpAttributes {
  final RcSettings rc;
  final ControllerFactory controllers;

  /** What the controllers need of packets. */
  final SignalOverhead signalOverhead;

  private final Scenario scenario;
  private final long baseRttPs;
  private final Map<FlowOverrides, QpAttributes> own = new ConcurrentHashMap<>();

  private QpAttributes(Scenario scenario, RcSettings rc, long baseRttPs) {
    this.scenario = scenario;
    this.rc = rc;
    this.baseRttPs = baseRttPs;
    controllers =
        ScenarioControllers.of(scenario.settings(), baseRttPs, rc.messageSettings().mtu());
    signalOverhead = SignalOverhead.of(scenario.settings());
  }

  /** Those of all. */
  public static QpAttributes of(Scenario scenario, RcSettings rc) {
    return new QpAttributes(scenario, rc, BaseRtt.of(scenario));
  }

  Settings settings() {
    return scenario.settings();
  }

  /** Those of a flow's queue pair. */
  QpAttributes of(FlowOverrides flow) {
    return flow.equals(FlowOverrides.NONE) ? this : own.computeIfAbsent(flow, this::make);
  }

  private QpAttributes make(FlowOverrides flow) {
    long rttPs = flow.baseRttPs() > 0 ? flow.baseRttPs() : baseRttPs;
    return new QpAttributes(
        scenario.with(flow.over(scenario.settings())), RcSettings.of(scenario, flow), rttPs);
  }
}
