package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rule that reports a collective timeout of PyTorch's watchdog, with the ranks' messages about it.
 */
final class CollectiveTimeout extends JobRule {
  private static final Pattern WAITED =
      Pattern.compile("Watchdog caught collective operation timeout");
  private static final int MOST = 10;

  CollectiveTimeout() {
    super(
        RuleInfo.warning("job.collective-timeout")
            .title("all ranks come to each collective")
            .needs("what PyTorch printed, or " + LOG)
            .cause(
                "A collective did not end in time. More often a rank never called it (it failed before, or another"
                    + " branch of the program, or input that is late) than the network lost it: the rank whose"
                    + " SeqNum is behind the others', or that says nothing, is where to look.")
            .source(
                "PyTorch, torch.distributed, ProcessGroupNCCL watchdog; huggingface/open-r1#620"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> lines = log.lines(WAITED);
    if (lines.isEmpty()) {
      if (log.reached(JobStage.ENDED)) {
        to.pass();
      } else {
        to.missingInput(
            host.name(),
            log.all(NcclKeys.INFO).isEmpty() ? info().needs().getFirst() : JobStage.ENDED.asked());
      }
      return;
    }
    String alike =
        lines.size() == 1
            ? "a collective was waited for in vain"
            : "a collective was waited for in vain (" + lines.size() + " lines)";
    Optional<RanksWaiting.Difference> difference = RanksWaiting.of(log).difference();
    List<Evidence> telling = difference.map(RanksWaiting.Difference::seen).orElse(List.of());
    to.finding(
            host.name(),
            log.part(),
            difference.map(each -> alike + ": " + each.words()).orElse(alike))
        .seen(
            Stream.concat(telling.stream(), lines.stream().filter(line -> !telling.contains(line)))
                .limit(MOST)
                .toList())
        .fix(() ->
            Fix.advice(
                "collect this line and the next of all ranks: which SeqNum of a process group is smallest, and which rank of it has none; TORCH_NCCL_TRACE_BUFFER_SIZE=2000 records who called what; NCCL_DEBUG=INFO shows errors of transfers"))
        .report();
  }
}
