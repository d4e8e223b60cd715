package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rule that reports a collective timeout of PyTorch's watchdog, with the ranks' messages about it.
 */
final class CollectiveTimeout extends JobRule {
  private static final Pattern WAITED =
      Pattern.compile("Watchdog caught collective operation timeout");
  private static final Pattern ENQUEUED =
      Pattern.compile("Rank (?<rank>\\d{1,6})\\].*Last enqueued NCCL work: (?<last>\\d{1,15})\\b");
  private static final int MOST = 10;

  CollectiveTimeout() {
    super(
        RuleInfo.warning("job.collective-timeout")
            .title("all ranks call each collective")
            .inputs("the output of PyTorch, or " + LOG)
            .cause(
                "A collective did not complete in time. The usual cause is a rank that never "
                    + "called it (it failed before, took another branch of the program, or waits "
                    + "for input); packet loss is rarer. Look at the rank whose SeqNum is behind "
                    + "the others', or that prints nothing.")
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
            log.all(NcclKeys.INFO).isEmpty()
                ? info().inputs().getFirst()
                : JobStage.ENDED.requestedInput());
      }
      return;
    }
    String alike =
        lines.size() == 1
            ? "a collective timed out"
            : "a collective timed out (" + lines.size() + " lines)";
    Optional<RanksWaiting.Difference> difference =
        behind(log).or(() -> RanksWaiting.of(log).difference());
    List<Evidence> telling = difference.map(RanksWaiting.Difference::seen).orElse(List.of());
    to.finding(
            host.name(),
            log.part(),
            difference.map(each -> alike + ": " + each.words()).orElse(alike))
        .addEvidence(
            Stream.concat(telling.stream(), lines.stream().filter(line -> !telling.contains(line)))
                .limit(MOST)
                .toList())
        .fix(() ->
            Fix.advice(
                "collect this line and the next of all ranks. Per process group, find the "
                    + "smallest SeqNum and the ranks without one. "
                    + "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 records the collectives that each rank "
                    + "called; NCCL_DEBUG=INFO shows transfer errors"))
        .report();
  }

  /**
   * Ranks that enqueued fewer collectives than others wait for, by the line that a rank writes when
   * another one timed out. Numbers of different groups are not comparable.
   */
  private static Optional<RanksWaiting.Difference> behind(JobLog log) {
    List<TimedOutRank> waits = WatchdogLines.of(log).stream().flatMap(List::stream).toList();
    if (waits.stream().map(TimedOutRank::group).distinct().count() != 1) {
      return Optional.empty();
    }
    long waited = waits.stream().mapToLong(TimedOutRank::number).min().orElse(0);
    return log.lines(Pattern.compile("Last enqueued NCCL work: \\d")).stream()
        .map(line -> behind(line, waited))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<RanksWaiting.Difference> behind(Evidence line, long waited) {
    Matcher said = ENQUEUED.matcher(line.text());
    if (!said.find() || Long.parseLong(said.group("last")) >= waited) {
      return Optional.empty();
    }
    return Optional.of(
        new RanksWaiting.Difference(
            "rank %s enqueued %s collectives, and others wait for number %d"
                .formatted(said.group("rank"), said.group("last"), waited),
            List.of(line)));
  }
}
