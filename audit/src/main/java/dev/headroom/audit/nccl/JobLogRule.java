package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.Severity;
import dev.headroom.audit.environment.RuleExemption;
import dev.headroom.audit.rulefile.LinePattern;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.audit.rulefile.RunawayPatternException;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rule about a line of a job's log that names a fault by itself. */
public final class JobLogRule extends JobRule {
  private static final int MOST = 10;

  private static final BlockKey<String> OF_JOB =
      BlockKey.needed("log", new WordChoice<>(Map.of("nccl", LOG)), "the source of the log");

  private static final BlockKey<Pattern> PATTERN =
      BlockKey.needed("pattern", ValueForms.anyRegex(), "the pattern of the lines that report it");

  private static final BlockKey<JobStage> PAST =
      BlockKey.optional(
              "past",
              WordChoice.of(JobStage.class),
              "the stage of a job after which such a line can no longer appear")
          .or(JobStage.ENDED);

  private static final BlockKey<Boolean> BETWEEN_NODES =
      BlockKey.optional(
              "between-nodes", ValueForms.flag(), "true if it affects only jobs on several nodes")
          .or(false);

  private static final BlockKey<Pattern> GRAVE =
      BlockKey.optional(
          "grave",
          ValueForms.anyRegex(),
          "lines that show that the job failed because of it; the " + "finding is then an error");

  private static final BlockKey<LineCondition> WHERE =
      BlockKey.optional(
          "where", WordChoice.of(LineCondition.class), "the condition for lines that count");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about a job's log",
              OF_JOB,
              PATTERN,
              RuleInfoKeys.WHAT,
              JobLogFix.ADVICE,
              JobLogFix.SET,
              JobLogFix.RAISE,
              PAST,
              BETWEEN_NODES,
              GRAVE,
              WHERE,
              RuleExemption.KEY),
          (row, origin, problems) ->
              JobLogFix.of(row, problems).map(cure -> new JobLogRule(row, origin, cure)));

  private final LinePattern pattern;
  private final String what;
  private final JobLogFix cure;
  private final JobStage past;
  private final boolean betweenNodes;
  private final Optional<LinePattern> grave;
  private final Optional<LineCondition> where;
  private final Optional<RuleExemption> excuse;
  private final boolean ofSite;

  private JobLogRule(BlockValues row, RuleOrigin origin, JobLogFix cure) {
    super(RuleInfoKeys.ruleInfo(row, LOG));
    ofSite = origin == RuleOrigin.SITE;
    this.cure = cure;
    pattern = new LinePattern(row.get(PATTERN), origin);
    what = row.get(RuleInfoKeys.WHAT);
    past = row.get(PAST);
    betweenNodes = row.get(BETWEEN_NODES);
    grave = row.find(GRAVE).map(each -> new LinePattern(each, origin));
    where = row.find(WHERE);
    excuse = row.find(RuleExemption.KEY).map(RuleExemption::of);
  }

  @Override
  boolean isAbout(Fact warning) {
    try {
      return JobLog.matches(warning, pattern.search());
    } catch (RunawayPatternException _) {
      return false;
    }
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    try {
      search(host, log, to);
    } catch (RunawayPatternException e) {
      to.missingInput(host.name(), e.need());
    }
  }

  private void search(HostFacts host, JobLog log, FindingCollector to) {
    Predicate<String> search = pattern.search();
    List<Evidence> found = ofSite ? log.linesWithVersions(search) : log.lines(search);
    List<Evidence> lines =
        found.stream().filter(line -> where.isEmpty() || where.get().counts(host, line)).toList();
    if (!lines.isEmpty() && excuse.isPresent() && excuse.get().exempts(host, to)) {
      return;
    }
    if ((betweenNodes && log.isOneNode()) || (lines.isEmpty() && log.reached(past))) {
      to.pass();
      return;
    }
    if (lines.isEmpty()) {
      to.missingInput(host.name(), log.all(NcclKeys.INFO).isEmpty() ? LOG : past.requestedInput());
      return;
    }
    to.finding(
            host.name(),
            log.part(),
            lines.size() == 1 ? what : what + " (" + lines.size() + " lines)")
        .severity(severity(log, lines))
        .addEvidence(lines.stream().limit(MOST).toList())
        .fix(() -> cure.fixFor(host))
        .report();
  }

  private Severity severity(JobLog log, List<Evidence> lines) {
    if (grave.isPresent() && lines.stream().map(Evidence::text).anyMatch(grave.get().search())) {
      return Severity.ERROR;
    }
    return betweenNodes && !log.hasSeveralNodes() ? Severity.WARNING : info().severity();
  }
}
