package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rule that reports a job that chooses devices for UCX only, where NCCL moves the data. */
final class UcxDevicesAside extends HostRule {
  private static final String UCX = "UCX_NET_DEVICES";
  private static final String NCCL = "NCCL_IB_HCA";
  private static final String RDMA_PORT = "[A-Za-z]\\w*\\d:\\d{1,3}";

  UcxDevicesAside() {
    super(
        RuleInfo.warning("nccl.ucx-devices-aside")
            .title("a job that chooses devices for UCX chooses them for NCCL too")
            .inputs(VariableRule.ENVIRONMENT)
            .cause(
                "UCX_NET_DEVICES is read by UCX, and so by MPI. NCCL's own network reads "
                    + "NCCL_IB_HCA. Without it NCCL takes all devices with an active port.")
            .source(
                "openucx/ucx, UCX environment parameters; NCCL environment variables, NCCL_IB_HCA"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> list = host.environment(UCX);
    if (!list.isReported()) {
      if (host.isEnvironmentComplete()) {
        to.pass();
      } else {
        to.missingInput(host.name(), "all of " + VariableRule.ENVIRONMENT);
      }
      return;
    }
    if (host.environment(NCCL).isReported()) {
      to.pass();
      return;
    }
    List<Fact> networks = said(host, NcclKeys.NETWORK);
    if (networks.stream().anyMatch(fact -> fact.value().contains("UCX"))) {
      to.notApplicable(host.name(), "NCCL uses a plugin on UCX");
    } else if (!usesNccl(host)) {
      to.notApplicable(host.name(), "nothing shows that the job uses NCCL");
    } else {
      judge(host, list, to);
    }
  }

  private static boolean usesNccl(HostFacts host) {
    return !said(host, NcclKeys.INFO).isEmpty()
        || host.facts().subjects(SubjectKind.ENV).stream()
            .map(Subject::name)
            .anyMatch(name -> name.startsWith("NCCL_"));
  }

  private static List<Fact> said(HostFacts host, String key) {
    return host.facts().subjects(SubjectKind.RANK).stream()
        .flatMap(rank -> host.facts().all(rank, key).stream())
        .toList();
  }

  private static void judge(HostFacts host, ReportedValue<String> list, FindingCollector to) {
    Set<String> chosen =
        Stream.of(list.get().strip().split(","))
            .map(String::strip)
            .filter(each -> each.matches(RDMA_PORT))
            .map(each -> each.substring(0, each.indexOf(':')))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> used = host.nccl().devices();
    if (chosen.isEmpty() || used.equals(chosen)) {
      to.pass();
      return;
    }
    String devices = used.isEmpty() ? "all active devices" : String.join(", ", used);
    to.finding(
            host.name(),
            UCX,
            "%s=%s does not steer NCCL, which uses %s".formatted(UCX, list.get().strip(), devices))
        .severity(used.isEmpty() ? Severity.INFO : Severity.WARNING)
        .addEvidence(list.findEvidence().stream().toList())
        .addEvidence(said(host, NcclKeys.IB_USING).stream().limit(1).map(Fact::evidence).toList())
        .fix(() -> Fix.of(new JobVariable(NCCL, "=" + String.join(",", chosen))))
        .report();
  }
}
