package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rulefile.LinePattern;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.audit.rulefile.RunawayPatternException;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Rule about a line of a machine's log that names a fault by itself. That it is not there says that
 * all is well only in a log of which the line is there that comes before any such line, or after
 * it.
 */
public final class MachineLogRule extends HostRule {
  private static final WordChoice<Log> LOGS = WordChoice.of(Log.values(), each -> each.word);
  private static final BlockKey<Log> LOG = BlockKey.needed("log", LOGS, "the source of the log");

  private static final BlockKey<Pattern> PATTERN =
      BlockKey.needed("pattern", ValueForms.anyRegex(), "the pattern of the lines that report it");

  private static final BlockKey<LogLineSeverity> WEIGHED =
      BlockKey.optional(
          "weighed",
          WordChoice.of(LogLineSeverity.class),
          "the condition that lowers the severity, by the device in the lines");

  private static final BlockKey<Pattern> NAMED =
      BlockKey.optional(
          "named",
          ValueForms.anyRegex(),
          "a pattern whose first group stands for {named} in the text of a finding");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about a machine's log",
              LOG,
              PATTERN,
              RuleInfoKeys.WHAT,
              RuleInfoKeys.ADVICE,
              WEIGHED,
              NAMED),
          (row, origin, _) -> Optional.of(new MachineLogRule(row, origin)));

  /** In an advice, the PCI address of the device in the lines. */
  private static final String DEVICE = "{pci}";

  private static final Pattern ADDRESS =
      Pattern.compile("\\b[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\\.[0-7]\\b");

  /** In the text of a finding, what the lines name. */
  private static final String NAMES = "{named}";

  private static final int MOST_NAMES = 8;

  private final Log log;
  private final LinePattern pattern;
  private final String what;
  private final String advice;
  private final Optional<LogLineSeverity> weight;
  private final Optional<LinePattern> named;

  /** Whose lines they are. */
  enum Log {
    /** The kernel's, whole where it begins with what Linux says first. */
    KERNEL(
        "kernel",
        "dmesg",
        "^Linux version |^Command line: |^Booting (Linux|paravirtualized)",
        "the kernel's whole log since boot (dmesg, journalctl -k -b): the log that was read does "
            + "not begin at boot"),
    /** A device plugin's, once it offers what it has. */
    DEVICE_PLUGIN(
        "device-plugin",
        "the log of the RDMA device plugin (kubectl logs)",
        "exposing \"[1-9]\\d*\" devices",
        "the whole log of the RDMA device plugin, up to the line with its devices"),
    /** That of InfiniBand's subnet manager, once it has brought the subnet up. */
    SUBNET_MANAGER(
        "opensm",
        "the log of opensm (/var/log/opensm.log)",
        "SUBNET UP",
        "the whole log of opensm, up to the line SUBNET UP"),
    /** The fabric manager's, of a start that came to its end or of requests that it served. */
    FABRIC_MANAGER(
        "fabric-manager",
        "/var/log/fabricmanager.log, or journalctl -u nvidia-fabricmanager",
        "(?i)successfully (configured|setup multicast)|fabric manager is running",
        "all of /var/log/fabricmanager.log since the service started: the log that was read does "
            + "not show the result of the start"),
    /** That of SONiC's daemons, in which nothing tells its begin from its end. */
    SONIC(
        "sonic",
        "/var/log/syslog of SONiC",
        "(?!)",
        "all of /var/log/syslog of SONiC: whether the log that was read is whole is not known"),
    /** What nvidia-smi, amd-smi and rocm-smi print in place of their output. */
    GPU_TOOL(
        "gpu-tool",
        "nvidia-smi, or amd-smi, of the host",
        "^NVIDIA-SMI \\d",
        "nvidia-smi, or amd-smi, of the host");

    /** In files of rules, and the key of its lines as facts. */
    private final String word;

    private final String input;
    private final Pattern whole;
    private final String asked;

    Log(String word, String input, String whole, String asked) {
      this.word = word;
      this.input = input;
      this.whole = Pattern.compile(whole);
      this.asked = asked;
    }
  }

  private MachineLogRule(BlockValues row, RuleOrigin origin) {
    super(RuleInfoKeys.ruleInfo(row, row.get(LOG).input));
    log = row.get(LOG);
    pattern = new LinePattern(row.get(PATTERN), origin);
    what = row.get(RuleInfoKeys.WHAT);
    advice = row.get(RuleInfoKeys.ADVICE);
    weight = row.find(WEIGHED);
    named = row.find(NAMED).map(each -> new LinePattern(each, origin));
  }

  /**
   * Whether it is about this line of the kernel's log; no, where a site's pattern takes too long.
   */
  boolean isAboutKernelLine(String line) {
    try {
      return log == Log.KERNEL && pattern.search().test(line);
    } catch (RunawayPatternException e) {
      return false;
    }
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return log == Log.SONIC || super.appliesTo(host);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    try {
      search(host, to);
    } catch (RunawayPatternException e) {
      to.missingInput(host.name(), e.need());
    }
  }

  private void search(HostFacts host, FindingCollector to) {
    List<Fact> lines =
        host.facts().subjects(SubjectKind.EVENT).stream()
            .flatMap(event -> host.facts().all(event, log.word).stream())
            .toList();
    if (lines.isEmpty()) {
      info().inputs().forEach(input -> to.missingInput(host.name(), input));
      return;
    }
    Predicate<String> said = pattern.search();
    List<Evidence> seen =
        lines.stream().filter(line -> said.test(line.value())).map(Fact::evidence).toList();
    if (seen.isEmpty() && lines.stream().anyMatch(line -> log.whole.matcher(line.value()).find())) {
      to.pass();
      return;
    }
    if (seen.isEmpty()) {
      to.missingInput(host.name(), log.asked);
      return;
    }
    String part =
        log == Log.KERNEL ? KernelLineDevices.of(seen.stream().map(Evidence::text).toList()) : "";
    String words = named.map(each -> what.replace(NAMES, names(each, seen))).orElse(what);
    to.finding(host.name(), part, words + (seen.size() == 1 ? "" : " (" + seen.size() + " lines)"))
        .severity(severity(host, seen))
        .addEvidence(seen.stream().limit(10).toList())
        .fix(() -> Fix.advice(advice.replace(DEVICE, device(seen))))
        .report();
  }

  /** What the lines name, each once, in their order. */
  private static String names(LinePattern named, List<Evidence> seen) {
    List<String> names =
        seen.stream().flatMap(line -> named.group(line.text()).stream()).distinct().toList();
    return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
        + (names.size() > MOST_NAMES ? " and others" : "");
  }

  /** The PCI address in the lines, for the advice; the words that stand for it if there is none. */
  private static String device(List<Evidence> seen) {
    return seen.stream()
        .flatMap(line -> ADDRESS.matcher(line.text()).results())
        .map(MatchResult::group)
        .findFirst()
        .orElse("the PCI address of the device");
  }

  private Severity severity(HostFacts host, List<Evidence> seen) {
    return weight
        .map(by -> by.of(host, seen.stream().map(Evidence::text).toList()))
        .orElse(info().severity());
  }
}
