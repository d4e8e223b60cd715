package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A line of a job's log that says by itself what is wrong. */
final class LogLine extends JobRule {
  private static final int MOST = 10;

  private final Pattern pattern;
  private final String what;
  private final Supplier<Fix> fix;
  private final boolean betweenNodes;

  /**
   * A rule about lines that match.
   *
   * @param what the finding's sentence
   */
  LogLine(Card card, String pattern, String what, Supplier<Fix> fix) {
    this(card, false, pattern, what, fix);
  }

  /**
   * Such a rule.
   *
   * @param betweenNodes whether it hurts only jobs on several nodes
   */
  LogLine(Card card, boolean betweenNodes, String pattern, String what, Supplier<Fix> fix) {
    super(card);
    this.betweenNodes = betweenNodes;
    this.pattern = Pattern.compile(pattern);
    this.what = what;
    this.fix = fix;
  }

  @Override
  protected void judge(HostFacts host, JobLog log, Judgement to) {
    List<Evidence> lines = log.lines(pattern);
    if (lines.isEmpty() && log.all(NcclKeys.INFO).isEmpty()) {
      to.needs(host.name(), LOG); // An error by itself does not say what else went well.
      return;
    }
    if (lines.isEmpty() || (betweenNodes && log.isOneNode())) {
      to.pass();
      return;
    }
    to.find(
            host.name(),
            log.part(),
            lines.size() == 1 ? what : what + " (" + lines.size() + " lines)")
        .severity(betweenNodes && !log.isManyNodes() ? Severity.WARNING : card().severity())
        .seen(lines.stream().limit(MOST).toList())
        .fix(fix)
        .report();
  }
}
