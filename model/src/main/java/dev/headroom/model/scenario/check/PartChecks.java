package dev.headroom.model.scenario.check;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.CompletionWait;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import java.util.ArrayList;
import java.util.List;

/** Checks between a part of a workload and its scenario. */
public final class PartChecks {
  private PartChecks() {}

  /**
   * Whether they share links.
   *
   * @param everywhere what the scenario sets for all parts
   * @param part what holds for one
   */
  public static List<KnobConflict> links(Settings everywhere, Settings part) {
    TransportType network = everywhere.get(TransportKnobs.TRANSPORT);
    TransportType own = part.get(TransportKnobs.TRANSPORT);
    return network == own
            || (network != TransportType.INFINIBAND && own != TransportType.INFINIBAND)
        ? List.of()
        : List.of(
            new KnobConflict(
                TransportKnobs.TRANSPORT.name(),
                "%s and %s cannot share links: InfiniBand links carry only InfiniBand"
                    .formatted(own, network),
                "infiniband for the whole scenario, or for none of it"));
  }

  /** Whether they share hosts. */
  public static List<KnobConflict> hosts(Settings everywhere, Settings part) {
    List<KnobConflict> complaints = new ArrayList<>();
    if (everywhere.get(PcieKnobs.STAGES) != HostStageDetail.IDEAL
        && isInKernel(everywhere) != isInKernel(part)) {
      complaints.add(
          new KnobConflict(
              PcieKnobs.STAGES.name(),
              "a kernel transport and a NIC transport can share ideal hosts only",
              "hosts.stages ideal, or tcp for all workload entries or for none"));
    }
    if (part.get(CpuKnobs.STACK) == TcpStack.KERNEL
        && everywhere.get(CompletionKnobs.WAIT) != CompletionWait.POLLING) {
      complaints.add(
          new KnobConflict(
              CompletionKnobs.WAIT.name(),
              "applications that sleep and a transport in the kernel would each use all cores",
              "hosts.completions.wait polling, or hosts.cpu.stack free"));
    }
    return complaints;
  }

  private static boolean isInKernel(Settings settings) {
    return settings.get(TransportKnobs.TRANSPORT).isInKernel();
  }
}
