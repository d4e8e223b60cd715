package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.fabric.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Counters with the name of an error that no other rule judges. Drivers add counters with each
 * version, so that a list of names is never complete.
 */
public final class OtherErrorCounters extends HostRule {
  private static final String PREFIX = "counter.";
  private static final List<SubjectKind> OWNERS =
      List.of(SubjectKind.PORT, SubjectKind.NETDEV, SubjectKind.SWITCH_PORT, SubjectKind.NODE);

  /** Words of errors, as drivers abbreviate them. */
  private static final Pattern ERROR =
      Pattern.compile(
          "(?i).*(err|drop|discard|fault|time_?out|fail|_bad|bad_|jabber|overrun|underrun|fragment"
              + "|oversize|ovrsz|undersize|undrsz|missed|stall|abort|lost|corrupt|short(ed|age)|stuck"
              + "|high_temp|exceeded|oom|crc|fcs|runt|collision|illegal|violation|duplicate_req"
              + "|retrans|signal_integrity|expired).*");

  private static final String NORMAL = "normal-counters.txt";
  private static final int MOST_SHOWN = 6;
  private static final int MOST_LINES = 20;

  /** Answers that are remembered: hosts of a fleet have the same counters. */
  private static final int MOST_REMEMBERED = 20_000;

  private final Map<String, Boolean> errors = new ConcurrentHashMap<>();
  private final Set<String> judged;
  private final List<Predicate<String>> normal = normal();

  /**
   * A rule.
   *
   * @param judged names of counters that other rules judge
   */
  public OtherErrorCounters(Set<String> judged) {
    super(
        RuleInfo.warning("counters.other-errors")
            .title("no other counter with the name of an error moves")
            .inputs("counters of RDMA ports or interfaces (hw_counters, ethtool -S, perfquery -x)")
            .cause(
                "The driver counts an event that its name calls an error. This program has no "
                    + "rule for that counter.")
            .source("the names of the counters, which the driver gives"));
    this.judged = Set.copyOf(judged);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    List<String> grew = new ArrayList<>();
    List<String> stood = new ArrayList<>();
    List<Evidence> lines = new ArrayList<>();
    boolean any = false;
    for (SubjectKind owner : OWNERS) {
      for (Subject subject : facts.subjects(owner, PREFIX)) {
        for (Fact first : facts.firstFactsOf(subject, key -> isOther(subject, key))) {
          any = true;
          List<Fact> samples = facts.samples(subject, first.key());
          Fact last = samples.getLast();
          String name = first.key().substring(PREFIX.length());
          long value = ValueParser.wholeNumber(last.value()).orElse(0L);
          long growth = host.rates().growth(name, samples).orElse(0L);
          if (growth != 0) {
            grew.add(subject.name() + " " + name + " +" + Long.toUnsignedString(growth));
            samples.forEach(each -> lines.add(each.evidence()));
          } else if (value != 0 && samples.size() == 1) {
            stood.add(subject.name() + " " + name + " " + Long.toUnsignedString(value));
            lines.add(last.evidence());
          } else {
            to.pass();
          }
        }
      }
    }
    if (!any) {
      to.notApplicable(host.name(), "it has no counter with the name of an error but known ones");
      return;
    }
    if (grew.isEmpty() && stood.isEmpty()) {
      return;
    }
    boolean now = !grew.isEmpty();
    to.finding(
            host.name(),
            "",
            (now
                    ? "counters with the name of an error grow between two readings: "
                    : "counters with the name of an error, at an unknown time since the driver was "
                        + "loaded: ")
                + some(now ? grew : stood))
        .severity(now ? Severity.WARNING : Severity.INFO)
        .addEvidence(lines.stream().limit(MOST_LINES).toList())
        .fix(() ->
            Fix.advice(
                "read the counters again under load; look up those that move in the driver's "
                    + "documentation"))
        .report();
  }

  private boolean isOther(Subject subject, String key) {
    if (!key.startsWith(PREFIX)
        || (subject.kind() == SubjectKind.SWITCH_PORT
            && SwitchVendors.loss(subject, key).isPresent())) {
      return false;
    }
    Boolean known = errors.get(key);
    if (known == null) {
      known = isError(key.substring(PREFIX.length()));
      if (errors.size() < MOST_REMEMBERED) {
        errors.put(key, known);
      }
    }
    return known;
  }

  private boolean isError(String name) {
    return ERROR.matcher(name).matches()
        && !judged.contains(name)
        && normal.stream().noneMatch(each -> each.test(name));
  }

  private static String some(List<String> counts) {
    return counts.size() <= MOST_SHOWN
        ? String.join(", ", counts)
        : String.join(", ", counts.subList(0, MOST_SHOWN))
            + " and "
            + (counts.size() - MOST_SHOWN)
            + " more";
  }

  private static List<Predicate<String>> normal() {
    try (InputStream in =
        Objects.requireNonNull(OtherErrorCounters.class.getResourceAsStream(NORMAL), NORMAL)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(Glob::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
