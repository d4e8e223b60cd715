package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rule that reports lines of the kernel's log that report trouble and that no other rule
 * recognizes, by driver and device, so that an audit without findings does not hide them.
 */
public final class UnknownKernelLines extends HostRule {
  private static final String LOG = "dmesg, or journalctl -k";
  private static final int MOST_EXAMPLES = 5;
  private static final int MOST_DEVICES = 4;

  /** Numbers and addresses differ from line to line. */
  private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-f]+|\\b[0-9a-f]{4,}\\b|\\d+");

  private final List<MachineLogRule> known;

  /** A rule beside others. */
  public UnknownKernelLines(Collection<Rule> others) {
    super(
        RuleInfo.warning("kernel.unknown-messages")
            .title("a rule covers each kernel message that reports trouble")
            .inputs(LOG)
            .cause(
                "A driver or the kernel reports a failure, a timeout or a reset. No rule knows "
                    + "the line, so its weight is not known. The first such line before a job's "
                    + "failure often names the cause.")
            .source("Linux Documentation/core-api/printk-basics (levels of messages)"));
    known =
        others.stream()
            .filter(MachineLogRule.class::isInstance)
            .map(MachineLogRule.class::cast)
            .toList();
  }

  /** The same rules, of which this one knows more. */
  public static List<Rule> withKnownRules(List<Rule> rules, List<Rule> more) {
    return rules.stream()
        .map(rule -> rule instanceof UnknownKernelLines unknown ? unknown.plus(more) : rule)
        .toList();
  }

  private UnknownKernelLines plus(List<Rule> more) {
    return new UnknownKernelLines(Stream.concat(known.stream(), more.stream()).toList());
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<KernelSpeaker, List<Evidence>> unknown = new TreeMap<>();
    boolean any = false;
    for (Subject event : host.facts().subjects(SubjectKind.EVENT)) {
      for (Fact line : host.facts().all(event, "kernel")) {
        any = true;
        String level = host.facts().text(event, "level").orElse("");
        KernelSpeaker.ofTrouble(line.value(), level)
            .filter(_ -> known.stream().noneMatch(rule -> rule.isAboutKernelLine(line.value())))
            .ifPresent(speaker ->
                unknown.computeIfAbsent(speaker, _ -> new ArrayList<>()).add(line.evidence()));
      }
    }
    if (!any) {
      to.missingInput(host.name(), LOG);
    } else if (unknown.isEmpty()) {
      to.pass();
    }
    unknown.forEach((speaker, lines) -> report(host, speaker, lines, to));
  }

  private static void report(
      HostFacts host, KernelSpeaker speaker, List<Evidence> lines, FindingCollector to) {
    Map<String, Evidence> kinds = new LinkedHashMap<>();
    lines.forEach(line -> kinds.putIfAbsent(NUMBERS.matcher(line.text()).replaceAll("N"), line));
    to.finding(
            host.name(),
            speaker.name(),
            "no rule covers "
                + (lines.size() == 1 ? "a message" : lines.size() + " messages")
                + " of "
                + speaker.words()
                + devices(lines))
        .severity(speaker.isOfInterest() ? Severity.WARNING : Severity.INFO)
        .addEvidence(kinds.values().stream().limit(MOST_EXAMPLES).toList())
        .fix(() ->
            Fix.advice(
                "look up the first of these lines in the driver's source or its issues, and "
                    + "compare its time with the job's failure; where it is known to be "
                    + "harmless, a waiver with its reason hides it"))
        .report();
  }

  /** The devices with the number of lines of each; blank if none is named. */
  private static String devices(List<Evidence> lines) {
    Map<String, Integer> counts =
        KernelLineDevices.counted(lines.stream().map(Evidence::text).toList());
    if (counts.isEmpty()) {
      return "";
    }
    boolean one = counts.size() == 1;
    String named =
        counts.entrySet().stream()
            .limit(MOST_DEVICES)
            .map(each -> each.getKey() + (one ? "" : ": " + each.getValue()))
            .collect(Collectors.joining(", "));
    int more = counts.size() - MOST_DEVICES;
    return " (" + named + (more > 0 ? " and " + more + " more devices)" : ")");
  }
}
