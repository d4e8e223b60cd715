package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.joblog.JobMessageReader;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rule that reports warnings and errors of a job's libraries that no other rule recognizes, one
 * group for each component. Warnings of NCCL have {@link UnknownWarning}.
 */
final class UnknownMessages extends JobRule {
  /** Keys of lines with a level of their own, by component. */
  private static final Map<String, String> COMPONENTS =
      Map.ofEntries(
          Map.entry("ucx.error", "UCX"),
          Map.entry("ucx.fatal", "UCX"),
          Map.entry("ucx.warn", "UCX"),
          Map.entry("libfabric.warn", "libfabric"),
          Map.entry("libfabric.error", "libfabric"),
          Map.entry("nvshmem.error", "NVSHMEM"),
          Map.entry("mooncake.error", "Mooncake"));

  /** Of those: what is no error by its level. */
  private static final Pattern WARNINGS = Pattern.compile("ucx\\.warn|libfabric\\.warn");

  /** Words by which a line at level INFO reports a fault. */
  private static final Pattern ALARM =
      Pattern.compile(
          "(?i)\\b(?:fail(?:ed|ure)?|errors?|timed? ?out|limits? exceeded|connection reset|unreachable|denied)\\b");

  private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-f]+|\\d+");
  private static final int MOST = 4;

  private final List<JobRule> known;

  UnknownMessages(List<Rule> others) {
    super(
        RuleInfo.info("job.unknown-message")
            .title("a rule covers each warning and error of a job's libraries")
            .inputs("a job's output")
            .cause(
                "A library reported a fault, or something that looks like one. Often the first "
                    + "such line by time names the cause, and later lines follow from it.")
            .source(
                "UCX, UCX_LOG_LEVEL; libfabric, fi_provider(7), FI_LOG_LEVEL; NCCL environment "
                    + "variables, NCCL_DEBUG"));
    known = others.stream().filter(JobRule.class::isInstance).map(JobRule.class::cast).toList();
  }

  /** The same rule, where more rules make something of messages. */
  UnknownMessages withKnownRules(List<Rule> more) {
    return new UnknownMessages(Stream.concat(known.stream(), more.stream()).toList());
  }

  /** Lines of a component that are alike but for their numbers count as one kind. */
  private static final class Group {
    private final Map<String, Evidence> kinds = new LinkedHashMap<>();
    private int lines;
    private boolean hasError;

    void add(Fact message, boolean isError) {
      kinds.putIfAbsent(NUMBERS.matcher(message.value()).replaceAll("N"), message.evidence());
      lines++;
      hasError |= isError;
    }
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    Map<String, Group> groups = new TreeMap<>();
    List<Fact> infos = log.all(NcclKeys.INFO);
    List<Fact> all = new ArrayList<>();
    COMPONENTS.keySet().stream().sorted().forEach(key -> all.addAll(log.all(key)));
    all.addAll(log.all(JobMessageReader.ERROR));
    all.addAll(log.all(JobMessageReader.WARNING));
    for (Fact message : all) {
      if (isUnknown(message) && !isRepeated(message, log)) {
        groups.computeIfAbsent(component(message), _ -> new Group()).add(message, isError(message));
      }
    }
    for (Fact message : infos) {
      if (ALARM.matcher(message.value()).find() && isUnknown(message)) {
        groups.computeIfAbsent("NCCL at level INFO", _ -> new Group()).add(message, false);
      }
    }
    if (all.isEmpty() && infos.isEmpty()) {
      to.missingInput(host.name(), "a job's output");
    } else if (groups.isEmpty()) {
      to.pass();
    }
    groups.forEach((component, group) -> report(host, log, component, group, to));
  }

  private static String component(Fact message) {
    return COMPONENTS.getOrDefault(message.key(), message.subject().name());
  }

  private static boolean isError(Fact message) {
    return !WARNINGS.matcher(message.key()).matches()
        && !message.key().equals(JobMessageReader.WARNING);
  }

  private boolean isUnknown(Fact message) {
    return !HarmlessMessages.contain(message.evidence().text())
        && known.stream().noneMatch(rule -> rule.isAbout(message));
  }

  /** PyTorch raises what NCCL reports, and the lines after it, or NCCL's log, have the words. */
  private static boolean isRepeated(Fact message, JobLog log) {
    return message.value().contains("NCCL error in") && !log.all(NcclKeys.WARN).isEmpty();
  }

  private static void report(
      HostFacts host, JobLog log, String component, Group group, FindingCollector to) {
    String count =
        group.lines == 1
            ? "one message of %s that no rule knows".formatted(component)
            : "messages of %s that no rule knows (%d lines, %d %s)"
                .formatted(
                    component,
                    group.lines,
                    group.kinds.size(),
                    group.kinds.size() == 1 ? "kind" : "kinds");
    to.finding(host.name(), log.part(), count)
        .severity(group.hasError ? Severity.WARNING : Severity.INFO)
        .addEvidence(group.kinds.values().stream().limit(MOST).toList())
        .fix(() ->
            Fix.advice(
                "search the component's issues for the first of these lines, and read the lines "
                    + "before it in the output of all ranks"))
        .report();
  }
}
