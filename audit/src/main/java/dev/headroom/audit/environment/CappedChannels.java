package dev.headroom.audit.environment;

import static dev.headroom.audit.environment.VariableRule.ENVIRONMENT;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * Rule that reports a job limited to few NCCL channels, by the current name of that limit or an
 * older one.
 */
final class CappedChannels extends HostRule {
  private static final List<String> NAMES =
      List.of("NCCL_MAX_CTAS", "NCCL_MAX_NCHANNELS", "NCCL_MAX_NRINGS");

  /** A channel moves some 20 GB/s within a machine; eight are fewer than NCCL takes of NVLink. */
  private static final String FEW = "[1-8]";

  CappedChannels() {
    super(
        RuleInfo.info("nccl.channels-capped")
            .title("NCCL's number of channels is not limited")
            .inputs(ENVIRONMENT)
            .cause(
                "Each channel is one thread block of a GPU and moves about 20 GB/s. With few "
                    + "channels, more of the GPU remains for computing, but large collectives do "
                    + "not fill NVLink or all NICs.")
            .source("NCCL environment variables, NCCL_MAX_CTAS; src/graph/connect.cc, 2.30.7"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.facts().subjects(SubjectKind.ENV).isEmpty()) {
      to.missingInput(host.name(), ENVIRONMENT);
      return;
    }
    boolean said = false;
    boolean capped = false;
    for (String name : NAMES) {
      ReportedValue<String> value = host.environment(name);
      said |= value.isReported();
      if (value.matches(text -> text.strip().matches(FEW))) {
        capped = true;
        to.finding(
                host.name(),
                name,
                "%s=%s: NCCL uses no more channels than that".formatted(name, value.get().strip()))
            .addEvidence(value.findEvidence().stream().toList())
            .fix(() -> Fix.of(new JobVariable(name, "")))
            .report();
      }
    }
    if (!said && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), "all of " + ENVIRONMENT);
    } else if (!capped) {
      to.pass();
    }
  }
}
