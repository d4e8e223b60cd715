package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/**
 * Rule that reports a GPU without a NIC below the same PCIe switch, on a host where other GPUs have
 * one.
 */
final class GpuNicDistance extends PciRule {
  GpuNicDistance() {
    super(
        RuleInfo.warning("gpudirect.no-near-nic")
            .title("each GPU has a NIC below its own PCIe switch")
            .inputs(LSPCI)
            .cause(
                "Otherwise the GPU's traffic crosses the CPU. NCCL then copies through host "
                    + "memory instead of using GPUDirect RDMA, unless NCCL_NET_GDR_LEVEL allows "
                    + "the distance.")
            .modes(13, 14)
            .source("NCCL environment variables, NCCL_NET_GDR_LEVEL; article S2:11"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    if (board.gpus().isEmpty() || board.rdmaNics().isEmpty()) {
      to.notApplicable(host.name(), "it has no GPU, or no RDMA NIC");
      return;
    }
    if (SharedMemoryGpu.hasSharedMemoryGpu(host)) {
      to.notApplicable(host.name(), SharedMemoryGpu.WHY);
      return;
    }
    if (GraceGpu.hasGraceGpu(host)) {
      to.notApplicable(
          host.name(),
          "its GPUs are connected to their CPU by NVLink-C2C, and its NICs " + "to the same CPU");
      return;
    }
    boolean bridges = board.gpus().stream().allMatch(gpu -> !board.bridgesAbove(gpu).isEmpty());
    if (!bridges) {
      to.missingInput(host.name(), "the bus numbers of bridges: lspci -vvv, or sysfs");
      return;
    }
    for (PciDevice gpu : board.gpus()) {
      if (!board.partners(gpu).isEmpty()) {
        to.pass();
        continue;
      }
      if (board.endsBelow(gpu)) {
        to.missingInput(
            host.name(),
            "the complete lspci output; it ends below the PCIe switch of " + gpu.address());
        continue;
      }
      to.finding(
              host.name(),
              gpu.address(),
              "every RDMA NIC is beyond its root port, so its traffic crosses the CPU")
          .addEvidence(named(gpu))
          .fix(() ->
              Fix.advice(
                  "move a NIC to a slot of the GPU's PCIe switch; if the board has no such slot, "
                      + "measure with NCCL_NET_GDR_LEVEL=PHB (same socket) or SYS before you "
                      + "keep that setting"))
          .report();
    }
  }
}
