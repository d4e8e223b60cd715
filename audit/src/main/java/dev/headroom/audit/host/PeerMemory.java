package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.audit.pci.SharedMemoryGpu;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * Rule that reports a host with neither a peer memory module nor a driver with DMA-BUF, so that
 * GPUDirect RDMA cannot work.
 */
final class PeerMemory extends HostRule {
  PeerMemory() {
    super(
        RuleInfo.error("gpudirect.peermem")
            .title("nvidia-peermem is loaded, or DMA-BUF is available")
            .inputs("lsmod", "modinfo nvidia or /proc/driver/nvidia/version", "uname -r")
            .cause(
                "The RDMA core reaches GPU memory through nvidia-peermem (EFA: efa_nv_peermem), "
                    + "or through DMA-BUF with Linux 5.12 and the open kernel modules of a GPU "
                    + "driver from 515 on. Without both, NCCL copies through host memory.")
            .modes(10, 12)
            .source(
                "NVIDIA GPU Operator, GPUDirect RDMA and GPUDirect Storage, prerequisites;"
                    + " openucx/ucx#10704 for EFA; article S1:22"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<Boolean> driver = host.moduleLoaded("nvidia");
    if (!driver.isReported()) {
      to.missingInput(host.name(), "lsmod");
      return;
    }
    boolean rdma =
        host.moduleLoaded("mlx5_ib").equalTo(true)
            || host.moduleLoaded("bnxt_re").equalTo(true)
            || host.moduleLoaded("ib_core").equalTo(true);
    if (!driver.get() || !rdma) {
      to.notApplicable(host.name(), "no NVIDIA GPU, or no RDMA core, is in use");
      return;
    }
    PciTopology board = PciTopology.of(host);
    if (!board.isEmpty() && !board.hasRdma() && host.rdmaDevices().isEmpty()) {
      to.notApplicable(host.name(), "it has no RDMA NIC");
      return;
    }
    if (SharedMemoryGpu.hasSharedMemoryGpu(host)) {
      to.notApplicable(host.name(), SharedMemoryGpu.WHY);
      return;
    }
    boolean efa = EfaHost.isOnlyRdmaDriver(host);
    List<String> modules =
        efa ? List.of(EfaHost.PEER_MEMORY) : List.of("nvidia_peermem", "nv_peer_mem");
    boolean loaded = modules.stream().anyMatch(each -> host.moduleLoaded(each).equalTo(true));
    DmaBuf dmaBuf = DmaBuf.of(host);
    if (loaded || dmaBuf.isUsable().orElse(false)) {
      to.pass();
      return;
    }
    if (modules.stream().noneMatch(each -> host.moduleLoaded(each).isReported())) {
      to.missingInput(host.name(), "the whole output of lsmod");
      return;
    }
    boolean unknown = dmaBuf.isUsable().isEmpty();
    String module = modules.getFirst();
    to.finding(
            host.name(),
            module,
            unknown
                ? "it is not loaded; to check for DMA-BUF as its replacement, the audit needs "
                    + dmaBuf.missing()
                : "it is not loaded, and DMA-BUF is not available as its replacement")
        .severity(unknown ? Severity.WARNING : Severity.ERROR)
        .addEvidence(driver.findEvidence().stream().toList())
        .addEvidence(dmaBuf.evidence())
        .fix(() -> Fix.of(SettingChange.of(HostSetting.MODULE_LOADED, module, "yes")))
        .newFactAfterFix(Subject.module(module), "size", "16384")
        .report();
  }
}
