package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rule that reports log warnings that no other rule recognizes, so that an audit without findings
 * does not hide them.
 */
final class UnknownWarning extends JobRule {
  /**
   * What follows from an earlier failure, or is said wherever the library does less than it could.
   */
  private static final Pattern CONSEQUENCE =
      Pattern.compile(
          "unhandled \\w+ error|Proxy Service|Failed to execute operation|MSCCL|[Cc]onnection (closed|reset|refused)"
              + "|Accept failed|Socket recv failed|Broken pipe|Error: network not found|[Tt]imeout");

  /** Of which a rule about the host makes something, {@code memory.numa-balancing}. */
  private static final Pattern OF_HOST = Pattern.compile("^NUMA auto balancing enabled");

  private static final int MOST = 5;

  /** Numbers and addresses differ from rank to rank. */
  private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-f]+|\\d+");

  private static final Pattern FAILED_CALL = Pattern.compile("\\.(?:cc|cu|h|c):\\d+ -> [1-6]\\b");

  /** What is said of any failure. */
  private static final Pattern NO_REASON = Pattern.compile("unhandled \\w+ error");

  private final List<JobRule> known;

  UnknownWarning(List<Rule> others) {
    super(
        RuleInfo.info("nccl.unknown-warning")
            .title("a rule covers each NCCL warning")
            .inputs(LOG)
            .cause(
                "NCCL prints WARN if something failed, or if it deviates from a setting. The "
                    + "first such line usually names the cause; later lines follow from it.")
            .source("NCCL environment variables, NCCL_DEBUG"));
    known = others.stream().filter(JobRule.class::isInstance).map(JobRule.class::cast).toList();
  }

  /** The same rule, where more rules make something of warnings. */
  UnknownWarning withKnownRules(List<Rule> more) {
    return new UnknownWarning(Stream.concat(known.stream(), more.stream()).toList());
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Fact> warnings =
        log.all(NcclKeys.WARN).stream()
            .filter(warning -> !OF_HOST.matcher(warning.value()).find())
            .toList();
    if (log.all(NcclKeys.INFO).isEmpty() && warnings.isEmpty()) {
      to.missingInput(host.name(), LOG);
      return;
    }
    boolean explained = warnings.stream().anyMatch(this::isKnown);
    Map<String, List<Evidence>> unknown = new LinkedHashMap<>();
    for (Fact warning : warnings) {
      if (!warning.value().isBlank()
          && !CONSEQUENCE.matcher(warning.value()).find()
          && !isKnown(warning)
          && !HarmlessMessages.contain(warning.evidence().text())) {
        unknown
            .computeIfAbsent(
                NUMBERS.matcher(warning.value()).replaceAll("N"), _ -> new ArrayList<>())
            .add(warning.evidence());
      }
    }
    if (unknown.isEmpty() && explained) {
      to.pass();
      return;
    }
    if (unknown.isEmpty()) {
      onlyConsequences(host, log, warnings, to);
      return;
    }
    int lines = unknown.values().stream().mapToInt(List::size).sum();
    to.finding(
            host.name(),
            log.part(),
            (explained
                    ? "no rule covers the other NCCL warnings"
                    : "no rule covers the NCCL warnings")
                + (lines == 1 ? "" : " (%d lines, %d kinds)".formatted(lines, unknown.size())))
        .severity(ended(log) && !explained ? Severity.WARNING : Severity.INFO)
        .addEvidence(unknown.values().stream().map(List::getFirst).toList())
        .fix(() ->
            Fix.advice(
                "search the issues of NCCL and its plugin for the first of these lines; "
                    + "NCCL_DEBUG=INFO with NCCL_DEBUG_SUBSYS=INIT,NET,ENV shows the events "
                    + "before it"))
        .report();
  }

  /** A job that died of what befell another rank, which is in that one's log. */
  private static void onlyConsequences(
      HostFacts host, JobLog log, List<Fact> warnings, FindingCollector to) {
    List<Evidence> told =
        warnings.stream()
            .filter(warning -> !NO_REASON.matcher(warning.value()).find())
            .map(Fact::evidence)
            .toList();
    if (told.isEmpty() || !ended(log)) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            log.part(),
            "the job ended in an error, and this log shows only its consequences")
        .severity(Severity.WARNING)
        .addEvidence(told.stream().limit(MOST).toList())
        .cause(
            "A rank that loses a peer reports it, and ends. The peer's own log shows why it "
                + "ended, unless it was killed.")
        .fix(() ->
            Fix.advice(
                "find the first error by time in the logs of all ranks, starting with the peers "
                    + "that these lines name; dmesg and the batch system show killed processes"))
        .report();
  }

  /**
   * Whether a call came back with an error, which NCCL prints at each level it passes, or PyTorch
   * ended with one.
   */
  private static boolean ended(JobLog log) {
    return !log.lines(FAILED_CALL).isEmpty() || !log.all(NcclKeys.ERROR).isEmpty();
  }

  private boolean isKnown(Fact warning) {
    return MixedLinkLayers.UNLIKE.matcher(warning.value()).find()
        || known.stream().anyMatch(rule -> rule.isAbout(warning));
  }
}
