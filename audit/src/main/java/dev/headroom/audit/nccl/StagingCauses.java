package dev.headroom.audit.nccl;

import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.audit.host.EfaHost;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Possible causes of channels that copy through host memory, with fixes. Which drivers let a NIC
 * reach a GPU depends on whose both are.
 *
 * @param words candidates, and what would tell them apart
 */
record StagingCauses(String words, Fix fix) {
  private static final Pattern DISTANCE = Pattern.compile("distance (\\d+) > (\\d+)");
  private static final String VARIABLES =
      "NCCL_NET_GDR_LEVEL or NCCL_NET_GDR_READ forbids it (the job's environment)";

  /**
   * What is known of a job's.
   *
   * @param staged channels that copy
   * @param refusals lines that say that NICs cannot reach GPUs
   */
  static StagingCauses of(HostFacts host, List<JobLog.Channel> staged, List<Evidence> refusals) {
    Optional<StagingCauses> far =
        refusals.stream()
            .map(line -> DISTANCE.matcher(line.text()))
            .filter(Matcher::find)
            .findFirst()
            .map(StagingCauses::distance);
    if (far.isPresent()) {
      return far.get();
    }
    if (EfaHost.isOnlyRdmaDriver(host)
        || staged.stream().anyMatch(each -> each.transport().contains("Libfabric"))) {
      return candidates(libfabric());
    }
    if (RcclJobs.usesRccl(host)) {
      return candidates(amd());
    }
    ReportedValue<Boolean> peermem = host.moduleLoaded("nvidia_peermem");
    StagingCauses causes = candidates(nvidia(peermem));
    return peermem.equalTo(false)
        ? new StagingCauses(
            causes.words,
            Fix.of(SettingChange.of(HostSetting.MODULE_LOADED, "nvidia_peermem", "yes")))
        : causes;
  }

  private static StagingCauses distance(Matcher far) {
    return new StagingCauses(
        " Here the NIC is farther from the GPU than NCCL allows by default.",
        Fix.advice(
            "give the GPU a NIC below its own PCIe switch; if there is none, measure with "
                + "NCCL_NET_GDR_LEVEL=PHB or SYS before you keep that setting (distance "
                + far.group(1)
                + ", allowed "
                + far.group(2)
                + ")"));
  }

  private static StagingCauses candidates(List<String> maybe) {
    return new StagingCauses(
        " Candidates: " + String.join("; ", maybe) + ".",
        Fix.advice("check the candidates; each names the evidence that shows it"));
  }

  private static List<String> nvidia(ReportedValue<Boolean> peermem) {
    List<String> maybe = new ArrayList<>();
    if (peermem.equalTo(true)) {
      maybe.add(
          "nvidia-peermem is loaded but not registered with the RDMA core"
              + " (no entry in /sys/kernel/mm/memory_peers would show it)");
      maybe.add(
          "NCCL up to 2.22 checks only for the older nv_peer_mem (its version is in the " + "log)");
    } else if (peermem.equalTo(false)) {
      maybe.add("nvidia-peermem is not loaded (lsmod), and DMA-BUF is not used");
    } else {
      maybe.add("nvidia-peermem is not loaded (lsmod would show it)");
      maybe.add("it is loaded but not registered (ls /sys/kernel/mm/memory_peers would show it)");
    }
    maybe.add("GPU and NIC are too far apart (nvidia-smi topo -m would show it)");
    maybe.add(VARIABLES);
    return maybe;
  }

  /**
   * ROCm/rccl#1328 (what it looks for), siderolabs/pkgs#1488 with AMD's page on the IOMMU (options
   * of the kernel).
   */
  private static List<String> amd() {
    return List.of(
        "the RDMA core has no peer memory interface for GPU memory (grep "
            + "ib_register_peer_memory_client /proc/kallsyms would show it; the NIC vendor's "
            + "driver brings it)",
        "DMA-BUF is off, which RCCL uses only with NCCL_DMABUF_ENABLE=1, or the kernel does not "
            + "support it (CONFIG_PCI_P2PDMA, CONFIG_DMABUF_MOVE_NOTIFY and CONFIG_HSA_AMD_P2P "
            + "in /boot/config-$(uname -r))",
        "GPU and NIC are too far apart (rocm-smi --showtopo and lspci -tv would show it)",
        VARIABLES);
  }

  /** AWS, "Get started with EFA and NCCL"; aws/aws-ofi-nccl, README. */
  private static List<String> libfabric() {
    return List.of(
        "the instance type has EFA without GPUDirect RDMA (AWS lists the types with it)",
        "the EFA driver cannot access GPU memory: an old EFA installer, or one from before the "
            + "GPU's driver (lsmod would show efa_nv_peermem where DMA-BUF is not used)",
        "libfabric before 1.18 needs FI_EFA_USE_DEVICE_RDMA=1 on p4d (the job's environment)",
        VARIABLES);
  }
}
