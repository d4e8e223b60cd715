package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rule that reports channels between nodes over TCP sockets, NCCL's silent fallback. */
final class SocketTransport extends JobRule {
  private static final Pattern CHOSEN = Pattern.compile("Using network Socket");
  private static final Pattern WHY =
      Pattern.compile(
          "No device found|Unable to open device|Failed to open libibverbs|ibv_open_device failed");

  SocketTransport() {
    super(
        RuleInfo.error("nccl.socket-transport")
            .title("no channel between nodes goes over TCP sockets")
            .inputs(LOG)
            .cause(
                "NCCL falls back to sockets if it finds no usable RDMA device, and reports this "
                    + "only at log level INFO. Collectives then run at a few GB/s, with copies "
                    + "through the kernel, while GPUs wait and CPUs are busy.")
            .modes(1, 2, 3, 4)
            .source("NCCL user guide, troubleshooting; article S1:11"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<JobLog.Channel> all = log.net();
    List<JobLog.Channel> sockets = log.net(JobLog.Channel::isSocket);
    List<Evidence> why = log.lines(WHY);
    if (!sockets.isEmpty()) {
      to.finding(
              host.name(),
              log.part(),
              "%d of %d channels between nodes go over TCP sockets"
                  .formatted(sockets.size(), all.size()))
          .addEvidence(why.stream().limit(2).toList())
          .addEvidence(sockets.stream().limit(3).map(JobLog.Channel::evidence).toList())
          .fix(SocketTransport::fix)
          .report();
      return;
    }
    if (!LibfabricOverTcp.lines(log).isEmpty()) {
      to.notApplicable(
          host.name(), "libfabric carries the job, rule " + LibfabricOverTcp.ID + " reports TCP");
      return;
    }
    List<Evidence> chosen = chosen(log);
    if (log.isOneNode()
        || !all.isEmpty()
        || (chosen.isEmpty() && log.reached(JobStage.RDMA_FOUND))) {
      to.pass();
      return;
    }
    if (chosen.isEmpty()) {
      to.missingInput(host.name(), LOG + ", with the line 'Using network' or its channels");
      return;
    }
    int nodes = log.nodeCount();
    to.finding(
            host.name(),
            log.part(),
            nodes > 1
                ? "it runs on %d nodes and uses TCP sockets between them".formatted(nodes)
                : "it selected TCP sockets as its network; this is harmless on one node, but on "
                    + "several nodes all traffic between them uses TCP")
        .severity(nodes > 1 ? Severity.ERROR : Severity.WARNING)
        .addEvidence(why.stream().limit(2).toList())
        .addEvidence(chosen.stream().limit(2).toList())
        .fix(SocketTransport::fix)
        .report();
  }

  /**
   * Lines of ranks that chose sockets. NCCL up to 2.4 lists the interfaces of its bootstrap in the
   * same words as those of its socket network; where the process lists RDMA devices too, it uses
   * these.
   */
  private static List<Evidence> chosen(JobLog log) {
    List<Evidence> chosen = log.lines(CHOSEN);
    if (!chosen.isEmpty()) {
      return chosen;
    }
    Set<String> withRdma =
        log.all(NcclKeys.IB_USING).stream()
            .map(fact -> fact.subject().name())
            .collect(Collectors.toSet());
    return log.all(NcclKeys.SOCKET_USING).stream()
        .filter(fact -> !withRdma.contains(fact.subject().name()))
        .map(Fact::evidence)
        .toList();
  }

  private static Fix fix() {
    return Fix.advice(
        "make the RDMA devices usable where the job runs (/dev/infiniband, libibverbs, IPC_LOCK "
            + "in a container; NCCL_IB_HCA and NCCL_IB_DISABLE in its environment), and set "
            + "NCCL_NET=IB (on AWS, NCCL_NET='AWS Libfabric'), so that NCCL does not start "
            + "without them");
  }
}
