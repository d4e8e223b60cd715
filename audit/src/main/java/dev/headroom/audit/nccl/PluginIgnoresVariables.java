package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.environment.VariableRule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule that reports variables of NCCL's own InfiniBand network where a plugin's network carries the
 * job, which does not read them.
 */
final class PluginIgnoresVariables extends JobRule {
  private static final String DISABLE = "NCCL_IB_DISABLE";
  private static final Pattern OWN = Pattern.compile("(?:IB|Socket)\\b.*");

  /** The OFI plugin reads no variable of the InfiniBand network. */
  private static final Pattern LIBFABRIC = Pattern.compile("(?i).*libfabric.*|.*OFI.*");

  private static final Pattern OF_INFINIBAND = Pattern.compile("NCCL_IB_(?!DISABLE$).*");

  PluginIgnoresVariables() {
    super(
        RuleInfo.warning("nccl.plugin-ignores-variable")
            .title("the network that carries the job reads the job's variables")
            .inputs(LOG + ", with the line 'Using network'", VariableRule.ENVIRONMENT)
            .cause(
                "NCCL_IB_* belongs to the network IB inside NCCL. A plugin brings its own "
                    + "network and is tried first. NCCL_IB_DISABLE does not stop it, and it "
                    + "goes on to use RDMA. The OFI plugin reads none of NCCL_IB_*.")
            .source(
                "NVIDIA/nccl, src/plugin/net.cc; Mellanox/nccl-rdma-sharp-plugins, src/ib_plugin.c; "
                    + "NVIDIA/nccl-tests#373"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    Optional<Fact> network =
        log.all(NcclKeys.NETWORK).stream()
            .filter(fact -> !OWN.matcher(fact.value().strip()).matches())
            .findFirst();
    if (network.isEmpty()) {
      if (log.all(NcclKeys.NETWORK).isEmpty()) {
        to.missingInput(host.name(), "a job's log with the line 'Using network'");
      } else {
        to.notApplicable(host.name(), "no plugin's network carries the job");
      }
      return;
    }
    String name = network.get().value().strip();
    ReportedValue<String> disabled = host.environment(DISABLE);
    List<String> others = LIBFABRIC.matcher(name).matches() ? ofInfiniband(host) : List.of();
    if (disabled.matches(text -> text.strip().matches("[1-9]\\d*"))) {
      to.finding(
              host.name(),
              log.part(),
              "%s=%s has no effect: the plugin's network %s carries the job"
                  .formatted(DISABLE, disabled.get().strip(), name))
          .addEvidence(disabled.findEvidence().stream().toList())
          .addEvidence(network.get().evidence())
          .fix(() -> stop(name))
          .report();
    } else if (!others.isEmpty()) {
      to.finding(
              host.name(),
              log.part(),
              "%s has no effect: the plugin's network %s carries the job"
                  .formatted(String.join(", ", others), name))
          .severity(Severity.INFO)
          .addEvidence(host.environment(others.getFirst()).findEvidence().stream().toList())
          .addEvidence(network.get().evidence())
          .fix(() ->
              Fix.advice(
                  "remove these variables; libfabric's settings are FI_* (fi_info -e), those of "
                      + "the plugin OFI_NCCL_*"))
          .report();
    } else {
      to.pass();
    }
  }

  private static List<String> ofInfiniband(HostFacts host) {
    return host.facts().subjects(SubjectKind.ENV).stream()
        .map(Subject::name)
        .filter(name -> OF_INFINIBAND.matcher(name).matches())
        .toList();
  }

  private static Fix stop(String name) {
    String own = name.startsWith("IBext") ? ", or NCCL_IBEXT_DISABLE=1 for this plugin," : "";
    return Fix.of(
        JobVariable.unset(DISABLE),
        ManualStep.of(
            "if the job is meant to use sockets, keep the variable and set NCCL_NET_PLUGIN=none"
                + own
                + " or NCCL_NET=Socket"));
  }
}
