package dev.headroom.model.scenario.check;

import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.OverrideChecks;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks between knobs that are each in their own range. */
public final class CrossChecks {
  private CrossChecks() {}

  public static List<KnobConflict> of(Settings settings, Set<Rate> ports) {
    List<KnobConflict> complaints = new ArrayList<>();
    TransportChecks.mtu(settings, complaints);
    ControlChecks.reads(settings, complaints);
    ControlChecks.pairs(settings, complaints);
    ControlChecks.thresholds(settings, ports, complaints);
    SwitchChecks.buffers(settings, complaints);
    SwitchChecks.hash(settings, complaints);
    TransportChecks.placing(settings, complaints);
    TransportChecks.units(settings, complaints);
    LinkChecks.failures(settings, complaints);
    ControlChecks.controls(settings, complaints);
    TransportChecks.transport(settings, complaints);
    ControlChecks.credit(settings, complaints);
    ControlChecks.editions(settings, complaints);
    ControlChecks.marking(settings, complaints);
    LinkChecks.infiniband(settings, complaints);
    LinkChecks.credits(settings, complaints);
    ControlChecks.rocev1(settings, complaints);
    LinkChecks.classMaps(settings, settings, complaints);
    PcieChecks.pcie(settings, complaints);
    return complaints;
  }

  /**
   * What can be said of an override by itself; {@link OverrideChecks} says what of its values meets
   * others.
   *
   * @param everywhere what the scenario sets for all nodes
   */
  public static List<KnobConflict> ofOverride(Settings everywhere, Settings settings) {
    List<KnobConflict> complaints = new ArrayList<>();
    LinkChecks.classMaps(everywhere, settings, complaints);
    PcieChecks.pcie(settings, complaints);
    return complaints;
  }
}
