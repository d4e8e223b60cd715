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
        PfcInLog.storms(),
        PfcInLog.lossy(),
        new PortDrops(),
        new PortShutByFault(),
        new LosslessWithoutEcn(),
        new MarkingOff(),
        new MarkingThresholds(),
        new NoHeadroom(),
        new HeadroomForCable(),
        new LosslessUnreached(),
        new LosslessGroup(),
        new EcnBeforePfc(),
        new ClassOnLink(),
        new PfcOnLink(),
        new MtuOnLink(),
        new CnpQueue());
  }
}
