package dev.headroom.audit.pci;

import dev.headroom.audit.Rule;
import java.util.List;

/** All rules about PCI Express. */
public final class PciRules {
  private PciRules() {}

  public static List<Rule> all() {
    return List.of(
        new AcsRedirect(),
        new AcsSomewhere(),
        new LinkWidth(),
        new GpuLanes(),
        new NicLinkSpeed(),
        new TreeBottleneck(),
        new MaxPayload(),
        new PayloadMismatch(),
        new ReadRequest(),
        new RelaxedOrdering(),
        new ExtendedTags(),
        new GpuBar(),
        new FellOffBus(),
        new AerUncorrectable(),
        new AerCorrectable(),
        new ReplayRollover(),
        new PowerSaving(),
        new NumaUnknown(),
        new GpuNicDistance(),
        new OrderingForced(),
        new TopologyFileLink());
  }
}
