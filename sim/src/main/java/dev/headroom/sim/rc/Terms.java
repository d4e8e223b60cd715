package dev.headroom.sim.rc;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Instruments;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Attributes of the queue pairs of a scenario: the same for all, except for flows with settings of
 * their own. Queue pairs with equal terms share what is made of them.
 */
public final class Terms {
  final RcSettings rc;
  final ControllerFactory controllers;

  /** What the controllers need of packets. */
  final Instruments instruments;

  private final Scenario scenario;
  private final long baseRttPs;
  private final Map<FlowOverrides, Terms> own = new ConcurrentHashMap<>();

  private Terms(Scenario scenario, RcSettings rc, long baseRttPs) {
    this.scenario = scenario;
    this.rc = rc;
    this.baseRttPs = baseRttPs;
    controllers = Controllers.of(scenario.settings(), baseRttPs, rc.terms().mtu());
    instruments = Instruments.of(scenario.settings());
  }

  /** Those of all. */
  public static Terms of(Scenario scenario, RcSettings rc) {
    return new Terms(scenario, rc, BaseRtt.of(scenario));
  }

  Settings settings() {
    return scenario.settings();
  }

  /** Those of a flow's queue pair. */
  Terms of(FlowOverrides flow) {
    return flow.equals(FlowOverrides.NONE) ? this : own.computeIfAbsent(flow, this::make);
  }

  private Terms make(FlowOverrides flow) {
    long rttPs = flow.baseRttPs() > 0 ? flow.baseRttPs() : baseRttPs;
    return new Terms(
        scenario.with(flow.over(scenario.settings())), RcSettings.of(scenario, flow), rttPs);
  }
}
