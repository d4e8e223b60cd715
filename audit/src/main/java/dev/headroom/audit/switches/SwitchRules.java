package dev.headroom.audit.switches;

import dev.headroom.audit.Rule;
import java.util.List;

/** All rules about switches and links. */
public final class SwitchRules {
  static final String SONIC = "SONiC, QoS and buffer configuration (sonic-swss, Configuration.md)";

  private SwitchRules() {}

  public static List<Rule> all() {
    return List.of(
        new PfcWatchdog(),
        new PfcStorms(),
        PfcLogEvents.storms(),
        PfcLogEvents.lossy(),
        new PortDrops(),
        new ErrDisabledPort(),
        new LosslessWithoutEcn(),
        new EcnOff(),
        new FlatMarkingCurve(),
        new NoHeadroom(),
        new HeadroomBelowCable(),
        new DscpNotLossless(),
        new PriorityGroupMismatch(),
        new EcnBeforePfc(),
        new LinkClassMismatch(),
        new LinkPfcMismatch(),
        new LinkMtuMismatch(),
        new CnpQueue());
  }
}
