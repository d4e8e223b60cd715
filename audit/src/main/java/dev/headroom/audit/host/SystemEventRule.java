package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rulefile.LinePattern;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.monitoring.SystemEventKeys;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule about events in the log of a server's management controller (BMC). An event that was
 * deasserted after it was last asserted is over, and a note. The log proves that there is no such
 * event only if its beginning was read.
 */
final class SystemEventRule extends HostRule {
  private static final String INPUT = "ipmitool sel list (or elist) of the server";

  private static final BlockKey<Pattern> SENSOR =
      BlockKey.needed("sensor", ValueForms.anyRegex(), "a pattern that matches a whole sensor");

  private static final BlockKey<Pattern> EVENT =
      BlockKey.needed("event", ValueForms.anyRegex(), "a pattern that matches a whole event");

  /** Such rules in files. */
  static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about the BMC's event log",
              SENSOR,
              EVENT,
              RuleInfoKeys.WHAT,
              RuleInfoKeys.ADVICE),
          (row, origin, _) -> Optional.of(new SystemEventRule(row, origin)));

  private static final Pattern CLEARED = Pattern.compile("(?i)log area reset/cleared");
  private static final Pattern FIRST = Pattern.compile("0*1");
  private static final String ENDED = "Deasserted";
  private static final int MOST_EVIDENCE = 10;

  private final LinePattern sensor;
  private final LinePattern event;
  private final String what;
  private final String advice;

  private SystemEventRule(BlockValues row, RuleOrigin origin) {
    super(RuleInfoKeys.ruleInfo(row, INPUT));
    sensor = new LinePattern(row.get(SENSOR), origin);
    event = new LinePattern(row.get(EVENT), origin);
    what = row.get(RuleInfoKeys.WHAT);
    advice = row.get(RuleInfoKeys.ADVICE);
  }

  private record Kind(String sensor, String event, String detail) {}

  /** Records of one kind of event of one sensor, in order. */
  private static final class Seen {
    private final List<Evidence> lines = new ArrayList<>();
    private int begun;
    private boolean over;

    void add(Evidence line, boolean ends) {
      lines.add(line);
      over = ends;
      begun += ends ? 0 : 1;
    }
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<Kind, Seen> found = new LinkedHashMap<>();
    boolean any = false;
    boolean fromStart = false;
    for (Subject each : host.facts().subjects(SubjectKind.EVENT)) {
      // Logs of several files count their lines alike.
      List<Fact> sensors = host.facts().all(each, SystemEventKeys.SENSOR);
      for (Fact named : sensors) {
        String happened = sameLine(host, each, SystemEventKeys.EVENT, named);
        any = true;
        fromStart |=
            CLEARED.matcher(happened).find()
                || FIRST.matcher(sameLine(host, each, SystemEventKeys.NUMBER, named)).matches();
        if (sensor.fits(named.value()) && event.fits(happened)) {
          String detail = sameLine(host, each, SystemEventKeys.DETAIL, named);
          boolean ends = sameLine(host, each, SystemEventKeys.DIRECTION, named).equals(ENDED);
          String part = detail.startsWith("Reading") ? "" : detail;
          found
              .computeIfAbsent(new Kind(named.value(), happened, part), _ -> new Seen())
              .add(named.evidence(), ends);
        }
      }
    }
    if (!any) {
      to.missingInput(host.name(), INPUT);
    } else if (found.isEmpty() && fromStart) {
      to.pass();
    } else if (found.isEmpty()) {
      to.missingInput(host.name(), "the whole event log of the BMC: it does not begin at record 1");
    }
    found.forEach((kind, seen) -> report(host, kind, seen, to));
  }

  private static String sameLine(HostFacts host, Subject event, String key, Fact named) {
    return host.facts().all(event, key).stream()
        .filter(fact -> fact.evidence().equals(named.evidence()))
        .map(Fact::value)
        .findFirst()
        .orElse("");
  }

  private void report(HostFacts host, Kind kind, Seen seen, FindingCollector to) {
    String part = kind.detail().isEmpty() ? "" : ", " + kind.detail();
    String often = seen.begun > 1 ? " (" + seen.begun + " times)" : "";
    to.finding(
            host.name(),
            kind.sensor(),
            what + ": " + kind.event() + part + often + (seen.over ? "; it is over" : ""))
        .severity(seen.over ? Severity.INFO : info().severity())
        .addEvidence(seen.lines.stream().limit(MOST_EVIDENCE).toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }
}
