package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rule that reports a failed RDMA setup of which the log has only the call stack through NCCL's
 * source.
 */
final class RdmaSetupFailure extends JobRule {
  private static final Pattern WAY_BACK =
      Pattern.compile("transport/net_ib(?:/\\w+)?\\.cc:\\d+ -> [1-6]$");

  /** What is said of any failure. */
  private static final Pattern NO_REASON = Pattern.compile("unhandled \\w+ error");

  RdmaSetupFailure() {
    super(
        RuleInfo.error("nccl.rdma-setup-failed")
            .title("NCCL sets up RDMA, or prints the reason for the failure")
            .inputs(LOG)
            .cause(
                "The code that sets up RDMA returned an error and printed no warning. "
                    + "Candidates: a gap in the GID table, on which versions before 2.26 fail, "
                    + "for example with NCCL_IB_ADDR_RANGE or NCCL_IB_ROCE_VERSION_NUM in a pod; "
                    + "a file below /sys/class/infiniband that the container may not read.")
            .modes(7)
            .source("NVIDIA/nccl#1332, #1573"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> back = log.lines(WAY_BACK);
    if (!back.isEmpty()
        && log.all(NcclKeys.WARN).stream()
            .allMatch(said -> NO_REASON.matcher(said.value()).find())) {
      to.finding(host.name(), log.part(), "NCCL cannot set up RDMA and prints no reason")
          .addEvidence(back.stream().limit(3).toList())
          .fix(() ->
              Fix.advice(
                  "run once with NCCL_DEBUG_SUBSYS=INIT,NET,ENV; look at show_gids where the job "
                      + "runs, and try a newer NCCL without NCCL_IB_GID_INDEX"))
          .report();
    } else if (log.reached(JobStage.CONNECTED)) {
      to.pass();
    } else {
      to.missingInput(host.name(), JobStage.CONNECTED.requestedInput());
    }
  }
}
