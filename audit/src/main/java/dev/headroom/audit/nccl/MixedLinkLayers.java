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
import java.util.regex.Pattern;

/** Rule that reports a rank that uses InfiniBand and RoCE devices as one network. */
final class MixedLinkLayers extends JobRule {
  private static final Pattern INFINIBAND = Pattern.compile("\\]([\\w.-]+):\\d+/IB\\b");
  private static final Pattern ROCE = Pattern.compile("\\]([\\w.-]+):\\d+/RoCE\\b");

  /** transport/net_ib/connect.cc of NCCL, which looks at what the other end has. */
  static final Pattern UNLIKE =
      Pattern.compile("Remote (IB|RoCE) device is incompatible with the local");

  private static final Pattern REFUSED =
      Pattern.compile("ibv_modify_qp failed|" + UNLIKE.pattern());

  MixedLinkLayers() {
    super(
        RuleInfo.warning("nccl.mixed-links")
            .title("a job's RDMA devices are all InfiniBand, or all RoCE")
            .inputs(LOG)
            .cause(
                "Ranks connect the n-th device of one node with the n-th device of the next. If "
                    + "one is InfiniBand and the other Ethernet, the queue pair cannot be "
                    + "connected (modify_qp: Invalid argument). The device of the other type is "
                    + "often for storage or management.")
            .modes(35)
            .source("NCCL environment variables, NCCL_IB_HCA; NVIDIA/nccl#302"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Fact> using = log.each(NcclKeys.IB_USING);
    List<Evidence> unlike = log.lines(UNLIKE);
    if (using.isEmpty() && unlike.isEmpty()) {
      to.missingInput(host.name(), "the lines 'NET/IB : Using' of a job's log");
      return;
    }
    for (Fact line : using) {
      List<String> infiniband = names(INFINIBAND, line);
      List<String> ethernet = names(ROCE, line);
      if (!infiniband.isEmpty() && !ethernet.isEmpty()) {
        report(host, log, line, infiniband, ethernet, to);
        return;
      }
    }
    if (unlike.isEmpty()) {
      to.pass();
      return;
    }
    to.finding(
            host.name(), log.part(), "a device of one node is InfiniBand, and its peer is Ethernet")
        .severity(Severity.ERROR)
        .addEvidence(unlike.stream().limit(5).toList())
        .fix(() ->
            Fix.advice(
                "list devices of one link type in NCCL_IB_HCA, the same on all nodes; ibstat or "
                    + "rdma link shows the type of each"))
        .report();
  }

  private static List<String> names(Pattern such, Fact line) {
    return such.matcher(line.value()).results().map(found -> found.group(1)).sorted().toList();
  }

  private static void report(
      HostFacts host,
      JobLog log,
      Fact line,
      List<String> infiniband,
      List<String> ethernet,
      FindingCollector to) {
    to.finding(
            host.name(),
            log.part(),
            "it uses %s (InfiniBand) together with %s (Ethernet)"
                .formatted(String.join(", ", infiniband), String.join(", ", ethernet)))
        .severity(severity(log))
        .addEvidence(line.evidence())
        .fix(() -> new HcaChoice(infiniband, ethernet).fix())
        .report();
  }

  /** Newer versions of NCCL may pair devices that fit: then it is worth knowing, no more. */
  private static Severity severity(JobLog log) {
    if (!log.lines(REFUSED).isEmpty()) {
      return Severity.ERROR;
    }
    return log.reached(JobStage.CONNECTED) ? Severity.INFO : Severity.WARNING;
  }
}
