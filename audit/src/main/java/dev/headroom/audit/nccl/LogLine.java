package dev.headroom.audit.nccl;

import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.table.CardKeys;
import dev.headroom.audit.table.EndlessPattern;
import dev.headroom.audit.table.LinePattern;
import dev.headroom.audit.table.Origin;
import dev.headroom.audit.table.RuleKind;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.WordChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rule about a line of a job's log that names a fault by itself. */
public final class LogLine extends JobRule {
  private static final int MOST = 10;

  private static final BlockKey<String> OF_JOB =
      BlockKey.needed("log", new WordChoice<>(Map.of("nccl", LOG)), "whose log it is");

  private static final BlockKey<Pattern> PATTERN =
      BlockKey.needed("pattern", ValueForms.anyRegex(), "what is found in the lines that say it");

  private static final BlockKey<Stage> PAST =
      BlockKey.optional(
              "past",
              WordChoice.of(Stage.class),
              "how far a job has come that shows no such line: then there is none")
          .or(Stage.ENDED);

  private static final BlockKey<Boolean> BETWEEN_NODES =
      BlockKey.optional("between-nodes", ValueForms.flag(), "whether it hurts only jobs on several nodes")
          .or(false);

  private static final BlockKey<Pattern> GRAVE =
      BlockKey.optional(
          "grave", ValueForms.anyRegex(), "lines which show that the job failed of it: an error then");

  private static final BlockKey<LineCondition> WHERE =
      BlockKey.optional("where", WordChoice.of(LineCondition.class), "which of those lines count");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          CardKeys.shape(
              "a rule about a job's log",
              OF_JOB,
              PATTERN,
              CardKeys.WHAT,
              LogCure.ADVICE,
              LogCure.SET,
              LogCure.RAISE,
              PAST,
              BETWEEN_NODES,
              GRAVE,
              WHERE,
              Excuse.KEY),
          (row, origin, problems) ->
              LogCure.of(row, problems).map(cure -> new LogLine(row, origin, cure)));

  private final LinePattern pattern;
  private final String what;
  private final LogCure cure;
  private final Stage past;
  private final boolean betweenNodes;
  private final Optional<LinePattern> grave;
  private final Optional<LineCondition> where;
  private final Optional<Excuse> excuse;
  private final boolean ofSite;

  private LogLine(BlockValues row, Origin origin, LogCure cure) {
    super(CardKeys.card(row, LOG));
    ofSite = origin == Origin.SITE;
    this.cure = cure;
    pattern = new LinePattern(row.get(PATTERN), origin);
    what = row.get(CardKeys.WHAT);
    past = row.get(PAST);
    betweenNodes = row.get(BETWEEN_NODES);
    grave = row.find(GRAVE).map(each -> new LinePattern(each, origin));
    where = row.find(WHERE);
    excuse = row.find(Excuse.KEY).map(Excuse::of);
  }

  @Override
  boolean isAbout(Fact warning) {
    try {
      return JobLog.matches(warning, pattern.search());
    } catch (EndlessPattern _) {
      return false;
    }
  }

  @Override
  protected void judge(HostFacts host, JobLog log, Judgement to) {
    try {
      search(host, log, to);
    } catch (EndlessPattern e) {
      to.needs(host.name(), e.need());
    }
  }

  private void search(HostFacts host, JobLog log, Judgement to) {
    Predicate<String> search = pattern.search();
    List<Evidence> found = ofSite ? log.linesWithVersions(search) : log.lines(search);
    List<Evidence> lines =
        found.stream().filter(line -> where.isEmpty() || where.get().counts(host, line)).toList();
    if (!lines.isEmpty() && excuse.isPresent() && excuse.get().excuses(host, to)) {
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
        .fix(() -> cure.on(host))
        .report();
  }

  private Severity severity(JobLog log, List<Evidence> lines) {
    if (grave.isPresent() && lines.stream().map(Evidence::text).anyMatch(grave.get().search())) {
      return Severity.ERROR;
    }
    return betweenNodes && !log.isManyNodes() ? Severity.WARNING : card().severity();
  }
}
