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
            .title("what NCCL warns of is what some rule knows")
            .needs(LOG)
            .cause(
                "NCCL prints WARN where something failed, or goes otherwise than it was told. The first such line"
                    + " usually names what went wrong; those after it follow from it.")
            .source("NCCL environment variables, NCCL_DEBUG"));
    known = others.stream().filter(JobRule.class::isInstance).map(JobRule.class::cast).toList();
  }

  /** The same rule, where more rules make something of warnings. */
  UnknownWarning knowing(List<Rule> more) {
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
    if (warnings.stream().anyMatch(this::isKnown)) {
      to.pass();
      return;
    }
    Map<String, List<Evidence>> unknown = new LinkedHashMap<>();
    for (Fact warning : warnings) {
      if (!CONSEQUENCE.matcher(warning.value()).find()) {
        unknown
            .computeIfAbsent(
                NUMBERS.matcher(warning.value()).replaceAll("N"), _ -> new ArrayList<>())
            .add(warning.evidence());
      }
    }
    if (unknown.isEmpty()) {
      onlyConsequences(host, log, warnings, to);
      return;
    }
    int lines = unknown.values().stream().mapToInt(List::size).sum();
    to.finding(
            host.name(),
            log.part(),
            "NCCL warns only of what no rule knows"
                + (lines == 1 ? "" : " (%d lines, %d kinds)".formatted(lines, unknown.size())))
        .severity(ended(log) ? Severity.WARNING : Severity.INFO)
        .seen(unknown.values().stream().map(List::getFirst).toList())
        .fix(() ->
            Fix.advice(
                "look for the first of these lines in the issues of NCCL and of its plugin; NCCL_DEBUG=INFO with NCCL_DEBUG_SUBSYS=INIT,NET,ENV says what led to it"))
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
            "the job ended in an error, of which this log has only what follows from it")
        .severity(Severity.WARNING)
        .seen(told.stream().limit(MOST).toList())
        .cause(
            "A rank that loses a peer says so, and ends. Why the peer went is in the peer's own log, or"
                + " nowhere if it was killed.")
        .fix(() ->
            Fix.advice(
                "read the logs of all ranks for the first error by time, from the peers that these lines name on; dmesg and the batch system say who was killed"))
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
