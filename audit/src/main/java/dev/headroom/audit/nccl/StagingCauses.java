package dev.headroom.audit.nccl;

import dev.headroom.audit.environment.RcclJobs;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.audit.host.EfaHost;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
  private static final String FAR =
      "GPU and NIC are too far apart (nvidia-smi topo -m would show it)";

  /**
   * What NCCL says of a NIC as such, before it looks at any GPU: distance and settings are no cause
   * of it (NVIDIA/nccl, src/graph/topo.cc, ncclTopoPopulateNics).
   */
  private static final Pattern OF_DRIVER =
      Pattern.compile("GPU Direct RDMA Disabled for HCA \\d+ '");

  private static final Pattern VERSION = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\b.*");

  /**
   * What is known of a job's.
   *
   * @param staged channels that copy
   * @param refusals lines that say that NICs cannot reach GPUs
   */
  static StagingCauses of(
      HostFacts host, JobLog log, List<JobLog.Channel> staged, List<Evidence> refusals) {
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
    if (log.net().stream().anyMatch(JobLog.Channel::isDirect)) {
      return candidates(partly(host, log, staged));
    }
    ReportedValue<Boolean> peermem = host.moduleLoaded("nvidia_peermem");
    StagingCauses causes = candidates(nvidia(host, log, peermem, refusals));
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

  /**
   * Where some channels reach GPU memory, the drivers work, and neither module nor DMA-BUF is a
   * candidate.
   */
  private static List<String> partly(HostFacts host, JobLog log, List<JobLog.Channel> staged) {
    List<String> maybe = new ArrayList<>();
    boolean sendsOnly =
        staged.stream().allMatch(each -> each.evidence().text().contains("[send]"))
            && log.net(JobLog.Channel::isDirect).stream()
                .noneMatch(each -> each.evidence().text().contains("[send]"));
    if (sendsOnly) {
      maybe.add(
          "only sends are copied: NCCL_NET_GDR_READ is 0, or NCCL's own default for GPUs without "
              + "NVLink");
    }
    maybe.add(FAR.replace("GPU and NIC are", "the GPUs and NICs of these channels are"));
    if (mayHaveVariables(host)) {
      maybe.add(VARIABLES);
    }
    return maybe;
  }

  private static boolean mayHaveVariables(HostFacts host) {
    return !host.isEnvironmentComplete()
        || Stream.of("NCCL_NET_GDR_LEVEL", "NCCL_NET_GDR_READ")
            .anyMatch(name -> host.environment(name).isReported());
  }

  private static List<String> nvidia(
      HostFacts host, JobLog log, ReportedValue<Boolean> peermem, List<Evidence> refusals) {
    List<String> maybe = new ArrayList<>();
    boolean looksAtModule = looksAtModule(log);
    if (peermem.equalTo(true)) {
      if (!looksAtModule) {
        maybe.add(
            "nvidia-peermem is loaded but not registered with the RDMA core"
                + " (no entry in /sys/kernel/mm/memory_peers would show it)");
        maybe.add(
            "NCCL 2.22 finds only the entries nv_mem and nv_mem_nc there, and NCCL before 2.23 "
                + "does not look at the loaded module (its version is in the log)");
      } else {
        maybe.add("nvidia-peermem was loaded after the job started (dmesg shows the time)");
      }
    } else if (peermem.equalTo(false)) {
      maybe.add("nvidia-peermem is not loaded (lsmod), and DMA-BUF is not used");
    } else {
      maybe.add("nvidia-peermem is not loaded (lsmod would show it)");
      if (!looksAtModule) {
        maybe.add("it is loaded but not registered (ls /sys/kernel/mm/memory_peers would show it)");
      }
    }
    if (!peermem.equalTo(false)) {
      maybe.add(
          "DMA-BUF is not available (it needs the GPU's open kernel modules and Linux 5.12 or "
              + "later), or NCCL_DMABUF_ENABLE=0");
    }
    boolean ofDriver =
        !refusals.isEmpty()
            && refusals.stream().allMatch(line -> OF_DRIVER.matcher(line.text()).find());
    if (!ofDriver) {
      maybe.add(FAR);
      if (mayHaveVariables(host)) {
        maybe.add(VARIABLES);
      }
    }
    return maybe;
  }

  /**
   * Whether this NCCL takes a loaded nvidia-peermem for enough, registered or not: 2.23 and later
   * (src/transport/net_ib.cc, /sys/module/nvidia_peermem/version). Where the log has no version,
   * nothing is ruled out.
   */
  private static boolean looksAtModule(JobLog log) {
    return log.all(NcclKeys.VERSION).stream()
        .map(fact -> VERSION.matcher(fact.value()))
        .filter(Matcher::matches)
        .findFirst()
        .filter(version ->
            Integer.parseInt(version.group(1)) > 2
                || (version.group(1).equals("2") && Integer.parseInt(version.group(2)) >= 23))
        .isPresent();
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
