package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.pci.SharedMemoryGpu;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.regex.Pattern;

/** Rule that reports RDMA channels, some or all, that copy through host memory. */
final class WithoutGpuDirect extends JobRule {

  /** Sockets have no RDMA that could reach a GPU, and say so in the same words. */
  private static final Pattern DISABLED =
      Pattern.compile("(?<!NET/Socket : )GPU Direct RDMA.*[Dd]isabled");

  private static final Pattern ENABLED = Pattern.compile("GPU Direct RDMA.*[Ee]nabled for HCA");

  WithoutGpuDirect() {
    super(
        RuleInfo.error("nccl.without-gpudirect")
            .title("channels over RDMA access GPU memory directly (GDRDMA)")
            .inputs(LOG)
            .cause(
                "Without GPUDirect RDMA each message is copied to host memory and read from "
                    + "there. Bandwidth drops to half to a third, and the data crosses PCIe and "
                    + "memory twice.")
            .modes(10, 11, 13)
            .source(
                "NCCL environment variables, NCCL_NET_GDR_LEVEL; NVIDIA/nccl#1537, #1676, #1939;"
                    + " article S3:224"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    if (SharedMemoryGpu.hasSharedMemoryGpu(host)) {
      to.notApplicable(host.name(), SharedMemoryGpu.WHY);
      return;
    }
    if (!LibfabricOverTcp.lines(log).isEmpty()) {
      to.notApplicable(
          host.name(), "libfabric carries the job, rule " + LibfabricOverTcp.ID + " reports TCP");
      return;
    }
    List<JobLog.Channel> rdma =
        log.net(each -> !each.isSocket() && !each.transport().contains("TCP"));
    List<JobLog.Channel> staged = rdma.stream().filter(each -> !each.isDirect()).toList();
    List<Evidence> refusals = log.lines(DISABLED);
    if (staged.isEmpty()) {
      if (rdma.isEmpty() && log.net().isEmpty() && !refusals.isEmpty()) {
        refused(host, log, refusals, to);
      } else if (!log.hasChannels()) {
        to.missingInput(host.name(), LOG + ", with its channels (via NET/IB/...)");
      } else if (rdma.isEmpty()) {
        to.notApplicable(host.name(), "no channel in this log uses RDMA");
      } else {
        to.pass();
      }
      return;
    }
    List<Evidence> able = log.lines(ENABLED);
    if (!able.isEmpty() && refusals.isEmpty()) {
      leftOut(host, log, rdma.size(), staged, able, to);
      return;
    }
    StagingCauses why = StagingCauses.of(host, log, staged, refusals);
    to.finding(
            host.name(),
            log.part(),
            "%d of %d channels over RDMA copy through host memory"
                .formatted(staged.size(), rdma.size()))
        .addEvidence(staged.stream().limit(3).map(JobLog.Channel::evidence).toList())
        .addEvidence(refusals.stream().limit(3).toList())
        .cause(info().cause() + why.words())
        .fix(why::fix)
        .report();
  }

  /**
   * NICs could reach GPU memory, and NCCL did not let them: peermem and DMA-BUF are not the cause.
   */
  private void leftOut(
      HostFacts host,
      JobLog log,
      int all,
      List<JobLog.Channel> staged,
      List<Evidence> able,
      FindingCollector to) {
    to.finding(
            host.name(),
            log.part(),
            ("%d of %d channels over RDMA go through host memory, although NICs could access GPU "
                    + "memory")
                .formatted(staged.size(), all))
        .severity(Severity.WARNING)
        .addEvidence(staged.stream().limit(3).map(JobLog.Channel::evidence).toList())
        .addEvidence(able.stream().limit(2).toList())
        .cause(
            info().cause()
                + " The log shows GPUDirect support. The remaining causes are the distance "
                + "between GPU and NIC (nvidia-smi topo -m) and NCCL_NET_GDR_LEVEL or "
                + "NCCL_NET_GDR_READ in the job's environment. On a GPU that shares the CPU's "
                + "memory (GB10 of DGX Spark) no data is copied twice, and nothing is wrong.")
        .fix(() ->
            Fix.advice(
                "check nvidia-smi topo -m and the job's environment; on a GB10 other causes make "
                    + "a job slow: check both halves of its port in NCCL_IB_HCA, MTU 9000, "
                    + "ib_write_bw between the hosts"))
        .report();
  }

  private void refused(HostFacts host, JobLog log, List<Evidence> refusals, FindingCollector to) {
    boolean unused = log.isOneNode() && !log.hasSeveralNodes();
    StagingCauses why = StagingCauses.of(host, log, List.of(), refusals);
    to.finding(
            host.name(),
            log.part(),
            refusals.size() == 1
                ? "GPUDirect RDMA is refused"
                : "GPUDirect RDMA is refused in " + refusals.size() + " lines")
        .severity(unused ? Severity.INFO : info().severity())
        .addEvidence(refusals.stream().limit(5).toList())
        .cause(
            (unused
                    ? "This job runs on one node and sends no traffic through its NICs. A job on "
                        + "several nodes would copy through host memory."
                    : info().cause())
                + why.words())
        .fix(why::fix)
        .report();
  }
}
