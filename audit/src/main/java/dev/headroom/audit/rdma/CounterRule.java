package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rule about a counter that should not grow. One reading says only that it moved some time since
 * the driver was loaded; two say whether it moves now. Where the host was started between them, or
 * a counter went back, the last stands alone.
 */
public final class CounterRule extends HostRule {
  /** No value is much; a counter of 64 bits has no sign. */
  private static final long UNLIMITED = -1L;

  private static final BlockKey<List<String>> COUNTERS =
      BlockKey.needed(
          "counters",
          ValueForms.list(
              ValueForms.line(
                  "a counter",
                  "[A-Za-z0-9_.:/ -]+(\\([0-9]{1,3}-[0-9]{1,3}\\)[A-Za-z0-9_.:/ -]*)?",
                  "rx_crc_errors_phy, or rx_prio(0-7)_pause for eight of them")),
          "counter names of the kernel or ethtool; the rule uses those that exist");

  private static final BlockKey<Owner> OF =
      BlockKey.needed("of", WordChoice.of(Owner.class), "the owner of the counters");

  private static final BlockKey<Long> TOLERATED =
      BlockKey.optional(
              "tolerated", ValueForms.whole(), "the largest single reading without a finding")
          .or(0L);

  private static final BlockKey<Severity> ALONE =
      BlockKey.optional(
              "alone", WordChoice.of(Severity.class), "the severity of a single reading (info)")
          .or(Severity.INFO);

  private static final BlockKey<Long> MUCH =
      BlockKey.optional(
              "much",
              ValueForms.whole(),
              "the least single reading that has the rule's severity whenever it was counted")
          .or(UNLIMITED);

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about a counter",
              COUNTERS,
              OF,
              TOLERATED,
              ALONE,
              MUCH,
              RuleInfoKeys.WHAT,
              RuleInfoKeys.ADVICE),
          CounterRule::of);

  private static final Pattern RANGE = Pattern.compile("(.*)\\((\\d+)-(\\d+)\\)(.*)");

  private final SubjectKind thing;
  private final List<String> names;
  private final String what;
  private final String advice;
  private final long tolerated;
  private final Severity alone;
  private final long much;

  /** What counts. */
  private enum Owner {
    PORT(SubjectKind.PORT, " of RDMA ports"),
    INTERFACE(SubjectKind.NETDEV, " of interfaces (ethtool -S; ip -s -s link tells some)"),
    HOST(SubjectKind.HOST, " of the kernel (nstat -az, netstat -s)"),
    FABRIC_PORT(SubjectKind.SWITCH_PORT, " of the fabric's ports (perfquery -x)");

    private final SubjectKind thing;
    private final String words;

    Owner(SubjectKind thing, String words) {
      this.thing = thing;
      this.words = words;
    }
  }

  private static Optional<Rule> of(BlockValues row, RuleOrigin origin, YamlProblems problems) {
    for (String name : row.get(COUNTERS)) {
      if (names(List.of(name)).isEmpty()) {
        problems.add(
            row.spot(COUNTERS),
            "rules.counters",
            "the range in '%s' ends before it begins".formatted(name),
            "the first number before the last, as in rx_prio(0-7)_pause");
        return Optional.empty();
      }
    }
    return Optional.of(new CounterRule(row));
  }

  private CounterRule(BlockValues row) {
    super(
        RuleInfoKeys.ruleInfo(
            row, "the counter " + names(row.get(COUNTERS)).getFirst() + row.get(OF).words));
    thing = row.get(OF).thing;
    names = names(row.get(COUNTERS));
    what = row.get(RuleInfoKeys.WHAT);
    advice = row.get(RuleInfoKeys.ADVICE);
    tolerated = row.get(TOLERATED);
    alone = row.get(ALONE);
    much = row.get(MUCH);
  }

  /** The counters that it judges. */
  public List<String> names() {
    return names;
  }

  /** A range in parentheses stands for each number of it. */
  private static List<String> names(List<String> written) {
    List<String> names = new ArrayList<>();
    for (String each : written) {
      Matcher range = RANGE.matcher(each);
      if (!range.matches()) {
        names.add(each);
        continue;
      }
      int last = Integer.parseInt(range.group(3));
      for (int i = Integer.parseInt(range.group(2)); i <= last; i++) {
        names.add(range.group(1) + i + range.group(4));
      }
    }
    return List.copyOf(names);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    List<Count> grew = new ArrayList<>();
    List<Count> stood = new ArrayList<>();
    List<Evidence> lines = new ArrayList<>();
    boolean said = false;
    boolean many = false;
    boolean high = false;
    for (Subject subject : facts.subjects(thing)) {
      for (String name : names) {
        List<Fact> samples = facts.samples(subject, RdmaKeys.counter(name));
        said |= !samples.isEmpty();
        if (samples.isEmpty()) {
          continue;
        }
        ReportedValue<Long> growth = host.rates().growth(name, samples);
        Fact last = samples.getLast();
        if (growth.matches(by -> by != 0)) {
          grew.add(new Count(subject.name(), name, "+" + Long.toUnsignedString(growth.get())));
          samples.forEach(each -> lines.add(each.evidence()));
        } else if (!growth.isReported() && isMore(value(last), tolerated)) {
          stood.add(new Count(subject.name(), name, Long.toUnsignedString(value(last))));
          lines.add(last.evidence());
          many |= isMuch(facts, subject, name, value(last));
          high |= much != UNLIMITED && !isMore(much, value(last));
        } else {
          to.pass();
        }
      }
    }
    if (!said) {
      to.missingInput(host.name(), "the counter " + names.getFirst() + " of " + of());
      return;
    }
    if (grew.isEmpty() && stood.isEmpty()) {
      return;
    }
    boolean now = !grew.isEmpty();
    to.finding(
            host.name(),
            "",
            what
                + (now
                    ? ", and still growing between two readings: "
                    : ", at an unknown time since the "
                        + (thing == SubjectKind.HOST
                            ? "machine was booted: "
                            : "driver was loaded: "))
                + some(now ? grew : stood)
                + (many && !now ? ", more than one in a thousand received" : ""))
        .severity(
            now || many || high || info().severity() == Severity.INFO ? info().severity() : alone)
        .addEvidence(lines)
        .fix(() -> Fix.advice(advice))
        .report();
  }

  /**
   * Whether an interface counts so many that even one reading tells: whenever it was, one packet of
   * a thousand lost is more than any transport takes lightly.
   */
  private boolean isMuch(FactSet facts, Subject subject, String name, long count) {
    if (thing != SubjectKind.NETDEV || !name.startsWith("rx_") || name.contains("pause")) {
      return false;
    }
    return CounterNames.CAME.stream()
        .map(came -> facts.number(subject, RdmaKeys.counter(came)))
        .filter(ReportedValue::isReported)
        .limit(1)
        .anyMatch(packets ->
            packets.get() != 0 && isMore(count, Long.divideUnsigned(packets.get(), 1000)));
  }

  private String of() {
    return switch (thing) {
      case PORT -> "RDMA ports (/sys/class/infiniband/*/ports/*/hw_counters, or rdma statistic)";
      case SWITCH_PORT -> "ports of the fabric (perfquery -x, ibqueryerrors, ibdiagnet2.db_csv)";
      case HOST -> "the kernel (nstat -az, netstat -s)";
      default -> "network interfaces (ethtool -S; ip -s -s link tells some)";
    };
  }

  /** Counters have 64 bits and no sign. */
  private static boolean isMore(long count, long than) {
    return Long.compareUnsigned(count, than) > 0;
  }

  private static long value(Fact fact) {
    return ValueParser.wholeNumber(fact.value()).orElse(0L);
  }

  /** A counter of a port or interface that is not what it should be. */
  private record Count(String subject, String name, String value) {
    /** The counter is named where several of the same port or interface are told of. */
    String in(List<Count> all) {
      boolean several = all.stream().filter(each -> each.subject.equals(subject)).count() > 1;
      return (subject + (several ? " " + name : "") + " " + value).strip();
    }
  }

  private static String some(List<Count> counts) {
    List<String> all = counts.stream().map(each -> each.in(counts)).toList();
    return all.size() <= 4
        ? String.join(", ", all)
        : String.join(", ", all.subList(0, 4)) + " and " + (all.size() - 4) + " more";
  }
}
