package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HcaChoice;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports a rank that uses InfiniBand and RoCE devices as one network. */
final class MixedLinkLayers extends JobRule {
  private static final Pattern INFINIBAND = Pattern.compile("\\[(\\d+)\\] ?([\\w.-]+):\\d+/IB\\b");
  private static final Pattern ROCE = Pattern.compile("\\[(\\d+)\\] ?([\\w.-]+):\\d+/RoCE\\b");

  private static final Pattern BY_INDEX = Pattern.compile("NET/IB(?:ext\\w*)?/(\\d+)");

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
    return such.matcher(line.value()).results().map(found -> found.group(2)).sorted().toList();
  }

  private static void report(
      HostFacts host,
      JobLog log,
      Fact line,
      List<String> infiniband,
      List<String> ethernet,
      FindingCollector to) {
    List<String> carrying = carrying(log, line);
    boolean told = infiniband.containsAll(carrying) || ethernet.containsAll(carrying);
    to.finding(
            host.name(),
            log.part(),
            "it was offered %s (InfiniBand) together with %s (Ethernet)"
                    .formatted(String.join(", ", infiniband), String.join(", ", ethernet))
                + (carrying.isEmpty()
                    ? ""
                    : "; its channels use %s".formatted(String.join(", ", carrying))))
        .severity(severity(log))
        .addEvidence(line.evidence())
        .addEvidence(
            log.net(each -> index(each).isPresent()).stream()
                .limit(2)
                .map(JobLog.Channel::evidence)
                .toList())
        .fix(() ->
            told && !carrying.isEmpty()
                ? Fix.of(new JobVariable("NCCL_IB_HCA", "=" + String.join(",", carrying)))
                : new HcaChoice(infiniband, ethernet).fix())
        .report();
  }

  /**
   * Devices of the list that channels of the same host use, {@code via NET/IB/3}; none where NCCL
   * joined ports to devices with numbers of their own, {@code [0]={[0] mlx5_2:1/RoCE, ...}}.
   */
  private static List<String> carrying(JobLog log, Fact line) {
    if (line.value().contains("]={")) {
      return List.of();
    }
    String process = line.subject().name();
    Map<String, String> byIndex = new TreeMap<>();
    for (Pattern kind : List.of(INFINIBAND, ROCE)) {
      kind.matcher(line.value())
          .results()
          .forEach(found -> byIndex.put(found.group(1), found.group(2)));
    }
    return log.net(each -> each.host().isEmpty() || process.startsWith(each.host() + ":")).stream()
        .flatMap(each -> index(each).stream())
        .flatMap(index -> Optional.ofNullable(byIndex.get(index)).stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static Optional<String> index(JobLog.Channel channel) {
    Matcher found = BY_INDEX.matcher(channel.transport());
    return found.lookingAt() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Newer versions of NCCL may pair devices that fit: then it is worth knowing, no more. */
  private static Severity severity(JobLog log) {
    if (!log.lines(REFUSED).isEmpty()) {
      return Severity.ERROR;
    }
    return log.reached(JobStage.CONNECTED) ? Severity.INFO : Severity.WARNING;
  }
}
