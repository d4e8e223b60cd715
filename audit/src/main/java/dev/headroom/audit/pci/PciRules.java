package dev.headroom.audit.pci;

import dev.headroom.audit.Rule;
import java.util.List;

/** All rules about PCI Express. */
public final class PciRules {
  private PciRules() {}

  public static List<Rule> all() {
    return List.of(
        new AcsRedirect(),
        new UnlocatedAcsRedirect(),
        new LinkWidth(),
        new GpuLanes(),
        new NicLinkSpeed(),
        new TreeBottleneck(),
        new SmallMaxPayload(),
        new PayloadMismatch(),
        new SmallReadRequest(),
        new RelaxedOrderingOff(),
        new ExtendedTagsOff(),
        new SmallGpuBar(),
        new FellOffBus(),
        new AerUncorrectable(),
        new AerCorrectable(),
        new ReplayRollover(),
        new AspmEnabled(),
        new UnknownNumaNode(),
        new GpuNicDistance(),
        new ForcedRelaxedOrdering(),
        new TopologyFileLink());
  }
}
