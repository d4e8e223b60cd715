package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.regex.Pattern;

/** Rule about the path MTU of a job's queue pairs, by the job's log. */
final class QueuePairMtu extends JobRule {
  /** The verbs count 256, 512, 1024, 2048 and 4096 from 1. */
  private static final Pattern SAID = Pattern.compile("NET/IB.*\\bqpn \\d+ mtu [1-5]\\b");

  private static final Pattern SMALL = Pattern.compile("NET/IB.*\\bqpn \\d+ mtu [1-3]\\b");

  QueuePairMtu() {
    super(
        RuleInfo.warning("nccl.mtu-small")
            .title("a job's queue pairs have a path MTU of 2048 or 4096")
            .inputs(LOG)
            .cause(
                "Over Ethernet each packet has 82 bytes of headers and gaps. Payload is 93 % of "
                    + "the link at 1024 and 98 % at 4096, and less if a NIC is at its packet "
                    + "rate limit.")
            .modes(24)
            .source("enum ibv_mtu, libibverbs; NVIDIA/nccl#1052; article S2:300"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> small = log.lines(SMALL);
    if (!small.isEmpty()) {
      to.finding(host.name(), log.part(), "queue pairs have a path MTU of 1024 or less")
          .addEvidence(small.stream().limit(3).toList())
          .fix(() ->
              Fix.advice(
                  "set the MTU of the switch ports to 9216, then that of the RoCE interfaces of all hosts to 9000: "
                      + "RoCE uses the largest path MTU of 256 to 4096 that fits; ibv_devinfo "
                      + "then shows active_mtu 4096"))
          .report();
    } else if (log.lines(SAID).isEmpty()) {
      to.missingInput(host.name(), JobStage.ADDRESSED.requestedInput());
    } else {
      to.pass();
    }
  }
}
