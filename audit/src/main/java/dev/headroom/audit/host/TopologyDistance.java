package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.pci.GraceGpu;
import dev.headroom.audit.pci.SharedMemoryGpu;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.TopoDistances;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports a GPU whose nearest NIC is beyond the processor or the link between sockets.
 */
final class TopologyDistance extends HostRule {
  private static final List<String> ORDER = List.of("PIX", "PXB", "PHB", "NODE", "SYS");

  TopologyDistance() {
    super(
        RuleInfo.warning("gpudirect.distance")
            .title("each GPU has a NIC at most a PCIe switch away (PIX, PXB)")
            .inputs("nvidia-smi topo -m")
            .cause(
                "Beyond PXB, traffic crosses the CPU, and with SYS the link between sockets. "
                    + "NCCL disables GPUDirect RDMA there, or runs it at a fraction of its rate. "
                    + "A GPU that NVLink-C2C connects to its CPU (GH200, GB200) has its NICs at "
                    + "the CPU.")
            .modes(13, 14)
            .source(
                "nvidia-smi topo; NCCL environment variables, NCCL_NET_GDR_LEVEL; article S2:11"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    TopoDistances distances = host.distances();
    if (distances.isEmpty()) {
      to.missingInput(host.name(), "nvidia-smi topo -m");
      return;
    }
    if (SharedMemoryGpu.hasSharedMemoryGpu(host)) {
      to.notApplicable(host.name(), SharedMemoryGpu.WHY);
      return;
    }
    if (distances.nics().isEmpty()) {
      to.notApplicable(host.name(), "its topology shows no NIC");
      return;
    }
    for (Gpu gpu : host.gpus()) {
      int best = ORDER.size();
      List<Evidence> seen = new ArrayList<>();
      for (String nic : distances.nics()) {
        ReportedValue<String> path = distances.gpuToNic(gpu.number(), nic);
        int rank = ORDER.indexOf(path.orElse(""));
        if (rank >= 0 && rank < best) {
          best = rank;
          seen = new ArrayList<>(path.findEvidence().stream().toList());
        }
      }
      if (best == ORDER.size()) {
        continue;
      }
      boolean nearby = best < ORDER.indexOf("SYS") && GraceGpu.is(gpu);
      if (best <= 1 || nearby) {
        to.pass();
        continue;
      }
      if (distances.hasNameless(gpu.number())) {
        to.missingInput(
            host.name(), "the header line of nvidia-smi topo -m, with the column names");
        continue;
      }
      String nearest = ORDER.get(best);
      to.finding(host.name(), "GPU" + gpu.number(), "its nearest NIC is " + nearest + " away")
          .addEvidence(seen)
          .fix(() ->
              Fix.advice(
                  "move a NIC below this GPU's PCIe switch; if the board has no such slot, "
                      + "measure with NCCL_NET_GDR_LEVEL="
                      + ("SYS".equals(nearest) ? "SYS" : "PHB")
                      + " before you keep it. If the GPUs have NVLink, NCCL 2.12 and later may "
                      + "send through a GPU with a near NIC (PXN)"))
          .report();
    }
  }
}
