package dev.headroom.app.command;

import dev.headroom.app.fleet.FleetAudit;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.FleetArguments;
import dev.headroom.app.option.ReportFile;
import dev.headroom.app.option.SiteRulesArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.AuditScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.AuditDiff;
import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waiver;
import dev.headroom.audit.WaiverException;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.document.AuditJson;
import dev.headroom.audit.document.AuditJunit;
import dev.headroom.audit.document.AuditPrometheus;
import dev.headroom.audit.document.AuditSarif;
import dev.headroom.audit.document.FactsList;
import dev.headroom.audit.document.FixPlanning;
import dev.headroom.audit.fix.FixScript;
import dev.headroom.audit.fix.TuningGroup;
import dev.headroom.audit.fix.TuningProfile;
import dev.headroom.audit.fleet.ExpectedHost;
import dev.headroom.audit.fleet.FleetRules;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.price.Pricing;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.collect.script.ShellScript;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.run.cache.RunCache;
import dev.headroom.web.report.AuditPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom audit}: configuration faults of a cluster, found in its own outputs and
 * files.
 */
@Command(
    name = "audit",
    description = "Audit hosts, switches and logs against rules for RDMA.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom audit",
      "  headroom audit node7/ --html report.html",
      "  headroom audit lspci.txt ibstat.txt nccl.log --json --fail-on error",
      "  headroom audit node7/ --rules our-rules/",
      "  headroom audit --hosts hosts.txt",
      "  headroom audit --diff before/ after/",
      "  headroom audit node7/ --price",
      "  headroom audit node7/ --fix-script fix.sh",
      "  headroom audit node7/ --fix-script fix.sh --tunings throughput"
    })
final class AuditCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "Bundles, a host's folder, a folder of these, or files of any form. Default: this "
              + "machine.")
  private List<Path> paths = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--facts",
      description = "Print the facts that were read, with file and line, and do not audit.")
  private boolean facts;

  @Option(
      names = "--all",
      description = "List every missing input, and the numbers by which rules passed.")
  private boolean all;

  @Option(
      names = "--price",
      description =
          "Estimate the cost of each finding by simulating the hosts before and after the "
              + "fix; the most expensive comes first.")
  private boolean price;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "RULE",
      description = "Only these rules or groups: pcie, gid.link-local.")
  private List<String> only = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "warning",
      description =
          "Exit with 1 on findings of this severity or above: error, warning or info. Default: "
              + "warning.")
  private Severity failOn = Severity.WARNING;

  @Option(
      names = "--waivers",
      paramLabel = "FILE",
      description = "File of waived findings: a YAML list of rule, subject, reason, expires.")
  private Optional<Path> waivers = Optional.empty();

  @Option(
      names = "--expected",
      paramLabel = "FILE",
      description =
          "Compare each host with the devices, versions and rates in FILE, which "
              + "--write-expected writes.")
  private Optional<Path> expected = Optional.empty();

  @Option(
      names = "--write-expected",
      paramLabel = "FILE",
      description = "Write the devices, versions and rates of this healthy host to FILE.")
  private Optional<Path> writeExpected = Optional.empty();

  @Option(names = "--diff", description = "Compare two PATHs, before and after: print the changes.")
  private boolean diff;

  @Option(
      names = "--fix-script",
      paramLabel = "FILE",
      description = "Write a shell script of all fixes; it changes nothing without --apply.")
  private Optional<Path> fixScript = Optional.empty();

  @Option(
      names = "--tunings",
      paramLabel = "PROFILE",
      description =
          "Add the tunings of a profile to the script of --fix-script: throughput, the changes of "
              + "mlnx_tune --profile HIGH_THROUGHPUT. The script makes them only with --tunings.")
  private Optional<TuningProfile> tunings = Optional.empty();

  @Option(names = "--html", paramLabel = "FILE", description = "Write the report as an HTML page.")
  private Optional<Path> html = Optional.empty();

  @Option(names = "--sarif", paramLabel = "FILE", description = "Write the report as SARIF 2.1.0.")
  private Optional<Path> sarif = Optional.empty();

  @Option(names = "--junit", paramLabel = "FILE", description = "Write the report as JUnit XML.")
  private Optional<Path> junit = Optional.empty();

  @Option(
      names = "--prometheus",
      paramLabel = "FILE",
      description = "Write the report for node_exporter's textfile collector.")
  private Optional<Path> prometheus = Optional.empty();

  private final Map<String, List<TuningGroup>> tuningGroups = new ConcurrentHashMap<>();

  @Mixin private SiteRulesArguments rules = new SiteRulesArguments();

  @Mixin private FleetArguments fleet = new FleetArguments();

  @Mixin private CacheArguments caching = new CacheArguments();

  @Spec private CommandSpec spec;

  /** The values of the host that was judged last. */
  private final AtomicReference<ExpectedHost> lastValues = new AtomicReference<>(ExpectedHost.NONE);

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (diff && facts) {
      throw new BadInputException(
          "--diff compares findings and --facts prints none; use only one of them");
    }
    if (diff) {
      refuse("--diff", "prints the changes");
      return difference();
    }
    if (facts) {
      refuse("--facts", "prints facts");
      return facts();
    }
    if (tunings.isPresent() && fixScript.isEmpty()) {
      throw new BadInputException(
          "--tunings adds to the script of --fix-script FILE; give that option too");
    }
    files().forEach(ReportFile::check);
    Waivers living = waived();
    RunCache cache = caching.open(spec.commandLine().getErr());
    AuditedHosts hosts = new AuditedHosts(rules(), pricing(cache), json || html.isPresent());
    hosts.onHost(this::keep);
    try (InterruptHandler interrupt = InterruptHandler.interruptingCaller()) {
      read(hosts);
      if (interrupt.requested() && hosts.isEmpty()) {
        return ExitCodes.INTERRUPTED;
      }
    }
    AuditReport report = hosts.report(living);
    CacheArguments.tell(cache, spec.commandLine().getErr());
    if (json) {
      AuditJson.print(report, out());
    } else {
      out().print(AuditScreen.of(report, hosts.notes(), Terminal.ofOutput(), all));
    }
    write(report);
    if (report.isEmpty() && report.unreachedMachines().isEmpty()) {
      throw new BadInputException(
          "no rule found anything to check in these inputs; headroom audit --all lists what each "
              + "rule needs, and headroom collect gathers a host's inputs");
    }
    return report.has(failOn) || !report.unreachedMachines().isEmpty()
        ? ExitCodes.FINDINGS
        : ExitCodes.CLEAN;
  }

  /** The reports that are asked for, by option. */
  private Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    html.ifPresent(file -> files.put("--html", file));
    sarif.ifPresent(file -> files.put("--sarif", file));
    junit.ifPresent(file -> files.put("--junit", file));
    prometheus.ifPresent(file -> files.put("--prometheus", file));
    fixScript.ifPresent(file -> files.put("--fix-script", file));
    writeExpected.ifPresent(file -> files.put("--write-expected", file));
    return files;
  }

  private void refuse(String option, String does) {
    List<String> others = new ArrayList<>(files().keySet());
    if (price) {
      others.add("--price");
    }
    if (!others.isEmpty()) {
      throw new BadInputException(
          "%s %s and ignores %s; use only one of them"
              .formatted(option, does, String.join(", ", others)));
    }
  }

  private int facts() throws IOException, InterruptedException {
    if (fleet.hosts().isPresent()) {
      throw new BadInputException("--facts reads local inputs only; run collect --hosts first");
    }
    PrintWriter out = out();
    if (paths.isEmpty()) {
      try (StatusLine line = status()) {
        new AuditInputs()
            .collectThisMachine(
                VersionProvider.number(), saying(line), host -> FactsList.print(host, json, out));
      }
    } else {
      new AuditInputs().each(paths, host -> FactsList.print(host, json, out));
    }
    return ExitCodes.CLEAN;
  }

  private void read(AuditedHosts hosts) throws IOException, InterruptedException {
    try (StatusLine line = status()) {
      Consumer<String> progress = saying(line);
      if (fleet.hosts().isPresent()) {
        fleet(hosts, progress);
      } else if (paths.isEmpty()) {
        new AuditInputs()
            .collectThisMachine(
                VersionProvider.number(),
                text -> progress.accept("collecting: " + text),
                host -> hosts.add(hosts.judge(host)));
      }
      if (!paths.isEmpty()) {
        read(hosts, progress);
      }
    }
  }

  /** Keeps what the files of this run need of a host beside its findings. */
  private void keep(HostFacts host) {
    tunings.ifPresent(profile -> tuningGroups.put(host.name(), profile.groups(host)));
    if (writeExpected.isPresent()) {
      lastValues.set(ExpectedHost.of(host));
    }
  }

  /** What was judged until a signal came is reported, and what was not is named. */
  private void read(AuditedHosts hosts, Consumer<String> progress) throws IOException {
    AuditInputs inputs = new AuditInputs();
    try {
      inputs.each(paths, hosts::judge, hosts::add, progress);
    } catch (InterruptedException e) {
      inputs
          .left()
          .forEach((path, pieces) ->
              hosts.addUnreached(
                  path.toString(),
                  "stopped before all hosts were checked (%d left)".formatted(pieces)));
    }
  }

  /** Each bundle is looked at as it comes, and is gone then. */
  private void fleet(AuditedHosts hosts, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<FleetTarget> targets = fleet.targets();
    FleetAudit audit = new FleetAudit(hosts);
    fleet.collect(
        targets,
        ShellScript.of(AllowList.host(), VersionProvider.number()),
        answer -> {
          audit.add(answer);
          progress.accept(audit.answered() + " of " + targets.size() + " machines have answered");
        });
    audit.finish();
  }

  private Optional<Pricing> pricing(RunCache cache) {
    return price ? Optional.of(new Pricing(cache)) : Optional.empty();
  }

  private StatusLine status() {
    return new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime);
  }

  private static Consumer<String> saying(StatusLine line) {
    return text -> {
      synchronized (line) {
        if (line.isDue()) {
          line.show(text);
        }
      }
    };
  }

  private int difference() throws IOException, InterruptedException {
    if (paths.size() != 2 || fleet.hosts().isPresent()) {
      throw new BadInputException(
          "--diff compares two paths, before and after; you gave " + paths.size());
    }
    Waivers living = waived();
    AuditDiff difference =
        AuditDiff.of(report(paths.subList(0, 1), living), report(paths.subList(1, 2), living));
    if (json) {
      AuditJson.print(difference, out());
    } else {
      out().print(AuditScreen.of(difference, Terminal.ofOutput()));
    }
    return difference.isWorse(failOn) ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
  }

  private AuditReport report(List<Path> of, Waivers living)
      throws IOException, InterruptedException {
    AuditedHosts hosts = new AuditedHosts(rules(), Optional.empty(), false);
    try (StatusLine line = status()) {
      new AuditInputs().each(of, hosts::judge, hosts::add, saying(line));
    }
    return hosts.report(living);
  }

  private List<Rule> rules() throws IOException {
    List<Rule> all =
        expected.isEmpty() ? rules.all() : FleetRules.expecting(rules.all(), read(expected.get()));
    if (only.isEmpty()) {
      return all;
    }
    for (String id : only) {
      if (all.stream().noneMatch(rule -> isOf(rule, id))) {
        throw new BadInputException("no rule '" + id + "'" + rules.hintWithOption(id));
      }
    }
    return all.stream().filter(rule -> only.stream().anyMatch(id -> isOf(rule, id))).toList();
  }

  private static ExpectedHost read(Path file) throws IOException {
    YamlProblems problems = new YamlProblems();
    ExpectedHost host = ExpectedHost.read(UserTextReader.read(file), file.toString(), problems);
    if (!problems.none()) {
      throw new BadInputException(
          problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return host;
  }

  private static boolean isOf(Rule rule, String id) {
    return rule.info().id().equals(id) || rule.info().group().equals(id);
  }

  private Waivers waived() throws IOException {
    if (waivers.isEmpty()) {
      return Waivers.NONE;
    }
    Path file = waivers.get();
    try {
      Waivers read =
          Waivers.read(
              UserTextReader.read(file), file.toString(), LocalDate.now(ZoneId.systemDefault()));
      for (Waiver each : read.named()) {
        if (!rules.has(each.rule())) {
          throw new BadInputException(
              each.place() + ": no rule '" + each.rule() + "'" + rules.hintWithOption(each.rule()));
        }
      }
      return read;
    } catch (WaiverException e) {
      throw new BadInputException(
          e.getMessage() == null ? "the waivers cannot be read" : e.getMessage(), e);
    }
  }

  private void write(AuditReport report) throws IOException {
    if (html.isPresent()) {
      ReportFile.write(html.get(), AuditPage.of(report));
    }
    if (sarif.isPresent()) {
      ReportFile.write(sarif.get(), AuditSarif.of(report, VersionProvider.number()));
    }
    if (junit.isPresent()) {
      ReportFile.write(
          junit.get(), AuditJunit.of(report, failOn, LocalDateTime.now(ZoneOffset.UTC)));
    }
    if (prometheus.isPresent()) {
      ReportFile.write(prometheus.get(), AuditPrometheus.of(report, Instant.now()));
    }
    if (writeExpected.isPresent()) {
      ReportFile.write(writeExpected.get(), expectations(report));
    }
    if (fixScript.isPresent()) {
      ReportFile.write(
          fixScript.get(), FixScript.of(FixPlanning.of(report, Map.copyOf(tuningGroups))));
    }
  }

  /** The values of the audited host, which must be one host without errors. */
  private String expectations(AuditReport report) {
    if (report.hosts().size() != 1) {
      throw new BadInputException(
          "--write-expected needs one healthy host; these inputs are of " + report.hosts().size());
    }
    if (report.has(Severity.ERROR)) {
      throw new BadInputException(
          "--write-expected needs a healthy host; this one has an error ("
              + report.findings().getFirst().rule()
              + "). Repair it, or waive the finding with --waivers");
    }
    return lastValues.get().yaml(report.hosts().getFirst());
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
