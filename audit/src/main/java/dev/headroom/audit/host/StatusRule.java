package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
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
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rule about a status that a tool prints of a device, such as a GPU's reset status. */
public final class StatusRule extends HostRule {
  private static final BlockKey<Pattern> STATUS =
      BlockKey.needed(
          "status",
          ValueForms.anyRegex(),
          "the keys of the status, in small letters with hyphens, whichever tool prints it");

  private static final BlockKey<Owner> OF =
      BlockKey.needed("of", WordChoice.of(Owner.class), "the owner of the status");

  private static final BlockKey<Pattern> WRONG =
      BlockKey.needed("wrong", ValueForms.anyRegex(), "a pattern that matches a whole wrong value");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about a status", STATUS, OF, WRONG, RuleInfoKeys.WHAT, RuleInfoKeys.ADVICE),
          (row, origin, _) -> Optional.of(new StatusRule(row, origin)));

  /** Names that {@code nvidia-smi --query-gpu} puts before its fields. */
  private static final String QUERY = "nvidia-smi.query.";

  private static final int MOST_EVIDENCE = 10;

  private final LinePattern status;
  private final Owner of;
  private final LinePattern wrong;
  private final String what;
  private final String advice;

  /** Owners of statuses. */
  private enum Owner {
    GPU(SubjectKind.GPU, "nvidia-smi -q, or amd-smi metric"),
    SWITCH(SubjectKind.SWITCH, "ibswinfo of the switch"),
    SWITCH_PORT(SubjectKind.SWITCH_PORT, "the switch's output about its ports"),
    HOST(SubjectKind.HOST, "/sys/devices/system of the host");

    private final SubjectKind kind;
    private final String input;

    Owner(SubjectKind kind, String input) {
      this.kind = kind;
      this.input = input;
    }
  }

  private StatusRule(BlockValues row, RuleOrigin origin) {
    super(RuleInfoKeys.ruleInfo(row, row.get(OF).input));
    status = new LinePattern(row.get(STATUS), origin);
    of = row.get(OF);
    wrong = new LinePattern(row.get(WRONG), origin);
    what = row.get(RuleInfoKeys.WHAT);
    advice = row.get(RuleInfoKeys.ADVICE);
  }

  /** A switch's status is often read together with its configuration. */
  @Override
  protected boolean appliesTo(HostFacts host) {
    return of == Owner.SWITCH || of == Owner.SWITCH_PORT || super.appliesTo(host);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    Map<String, List<Seen>> found = new LinkedHashMap<>();
    for (Subject subject : host.facts().subjects(of.kind)) {
      List<Fact> told =
          host.facts().firstFactsOf(subject, key -> status.fits(plain(key))).stream()
              .filter(fact -> !isUnknown(fact.value()))
              .toList();
      List<Fact> bad = told.stream().filter(fact -> wrong.fits(fact.value().strip())).toList();
      any |= !told.isEmpty();
      if (!bad.isEmpty()) {
        found
            .computeIfAbsent(words(bad), _ -> new ArrayList<>())
            .add(new Seen(name(host, subject), bad));
      } else if (!told.isEmpty()) {
        to.pass();
      }
    }
    if (!any) {
      info().inputs().forEach(input -> to.missingInput(host.name(), input));
    }
    found.forEach((words, seen) -> seen.forEach(each -> report(host, each, words, to)));
  }

  private void report(HostFacts host, Seen seen, String words, FindingCollector to) {
    List<Evidence> lines = seen.facts().stream().map(Fact::evidence).distinct().toList();
    to.finding(host.name(), seen.name(), what + " (" + words + ")")
        .addEvidence(lines.stream().limit(MOST_EVIDENCE).toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }

  /** The key in small letters with hyphens, without the prefix of a query. */
  private static String plain(String key) {
    String plain = key.toLowerCase(Locale.ROOT).replace('_', '-');
    return plain.startsWith(QUERY) ? plain.substring(QUERY.length()) : plain;
  }

  private static boolean isUnknown(String value) {
    return value.isBlank() || value.strip().matches("(?i)n/a|\\[.*\\]|unknown.*|.*not supported.*");
  }

  private static String words(List<Fact> bad) {
    return bad.stream()
        .map(fact -> last(plain(fact.key())) + ": " + fact.value().strip())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** The last part of a key, as words. */
  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1).replace('-', ' ');
  }

  private static String name(HostFacts host, Subject subject) {
    return switch (subject.kind()) {
      case GPU -> "GPU " + subject.name();
      case SWITCH ->
          host.facts()
              .text(subject, "guid")
              .orElseReported(host.facts().text(subject, "name"))
              .orElse(subject.name());
      default -> subject.name();
    };
  }

  private record Seen(String name, List<Fact> facts) {}
}
