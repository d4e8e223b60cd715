package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A line of a job's log that says by itself what is wrong. */
final class LogLine extends JobRule {
  private static final int MOST = 10;

  private final Pattern pattern;
  private final String what;
  private final Function<HostFacts, Fix> fix;
  private final Stage past;
  private final boolean betweenNodes;
  private final Terms terms;

  /**
   * When a line counts, and how much.
   *
   * @param excused hosts that it does not concern
   * @param why not
   * @param grave lines that show that the job failed of it
   * @param counts which lines do, on a host
   */
  private record Terms(
      Predicate<HostFacts> excused,
      String why,
      Pattern grave,
      BiPredicate<HostFacts, Evidence> counts) {
    static final Terms ALL = new Terms(_ -> false, "", Pattern.compile("(?!)"), (_, _) -> true);
  }

  /**
   * A rule about lines that match.
   *
   * @param past a log that gets here without such a line shows that there is none
   * @param what the finding's sentence
   */
  LogLine(Card card, String pattern, Stage past, String what, Supplier<Fix> fix) {
    this(card, false, pattern, past, what, fix);
  }

  /**
   * Such a rule.
   *
   * @param betweenNodes whether it hurts only jobs on several nodes
   */
  LogLine(
      Card card, boolean betweenNodes, String pattern, Stage past, String what, Supplier<Fix> fix) {
    this(card, betweenNodes, Pattern.compile(pattern), past, what, _ -> fix.get(), Terms.ALL);
  }

  private LogLine(
      Card card,
      boolean betweenNodes,
      Pattern pattern,
      Stage past,
      String what,
      Function<HostFacts, Fix> fix,
      Terms terms) {
    super(card);
    this.past = past;
    this.betweenNodes = betweenNodes;
    this.pattern = pattern;
    this.what = what;
    this.fix = fix;
    this.terms = terms;
  }

  private LogLine on(Terms other) {
    return new LogLine(card(), betweenNodes, pattern, past, what, fix, other);
  }

  /** The same rule, which does not concern hosts of which this holds. */
  LogLine unless(Predicate<HostFacts> holds, String reason) {
    return on(new Terms(holds, reason, terms.grave(), terms.counts()));
  }

  /** The same rule, of which some lines show that the job failed of it: then it is an error. */
  LogLine gravely(String failed) {
    return on(new Terms(terms.excused(), terms.why(), Pattern.compile(failed), terms.counts()));
  }

  /** The same rule, of which only those lines count. */
  LogLine where(BiPredicate<HostFacts, Evidence> such) {
    return on(new Terms(terms.excused(), terms.why(), terms.grave(), such));
  }

  /** The same rule, with a fix that depends on the host. */
  LogLine fixed(Function<HostFacts, Fix> by) {
    return new LogLine(card(), betweenNodes, pattern, past, what, by, terms);
  }

  @Override
  boolean isAbout(Fact warning) {
    return JobLog.matches(warning, pattern);
  }

  @Override
  protected void judge(HostFacts host, JobLog log, Judgement to) {
    List<Evidence> lines =
        log.lines(pattern).stream().filter(line -> terms.counts().test(host, line)).toList();
    if (!lines.isEmpty() && terms.excused().test(host)) {
      to.notHere(host.name(), terms.why());
      return;
    }
    if ((betweenNodes && log.isOneNode()) || (lines.isEmpty() && log.reached(past))) {
      to.pass();
      return;
    }
    if (lines.isEmpty()) {
      to.needs(host.name(), log.all(NcclKeys.INFO).isEmpty() ? LOG : past.asked());
      return;
    }
    to.find(
            host.name(),
            log.part(),
            lines.size() == 1 ? what : what + " (" + lines.size() + " lines)")
        .severity(severity(log, lines))
        .seen(lines.stream().limit(MOST).toList())
        .fix(() -> fix.apply(host))
        .report();
  }

  private Severity severity(JobLog log, List<Evidence> lines) {
    if (lines.stream().anyMatch(line -> terms.grave().matcher(line.text()).find())) {
      return Severity.ERROR;
    }
    return betweenNodes && !log.isManyNodes() ? Severity.WARNING : card().severity();
  }
}
