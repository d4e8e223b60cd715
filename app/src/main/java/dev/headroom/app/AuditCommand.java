package dev.headroom.app;

import dev.headroom.app.audit.AuditJson;
import dev.headroom.app.audit.AuditJunit;
import dev.headroom.app.audit.AuditPage;
import dev.headroom.app.audit.AuditPrometheus;
import dev.headroom.app.audit.AuditSarif;
import dev.headroom.app.audit.FactsList;
import dev.headroom.app.screen.AuditScreen;
import dev.headroom.app.screen.StatusLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.Audit;
import dev.headroom.audit.Difference;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Report;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waiver;
import dev.headroom.audit.WaiverException;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.fix.FixScript;
import dev.headroom.audit.fix.FixScript.Planned;
import dev.headroom.audit.pci.Board;
import dev.headroom.audit.rules.Rules;
import dev.headroom.audit.switches.Sonic;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headroom audit}: what is wrong with a cluster, by what it says of itself. */
@Command(
    name = "audit",
    description = "Judge hosts, switches and logs by what they say of themselves.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom audit",
      "  headroom audit node7/ --html report.html",
      "  headroom audit lspci.txt ibstat.txt nccl.log --json --fail-on error",
      "  headroom audit --diff before/ after/",
      "  headroom audit node7/ --fix-script fix.sh"
    })
final class AuditCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "Bundles, a host's folder, a folder of these, or files in whatever form they were kept."
              + " Without one: this machine.")
  private List<Path> paths = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--facts",
      description = "Print what was read, with file and line; judge nothing.")
  private boolean facts;

  @Option(names = "--all", description = "List every input that was missing.")
  private boolean all;

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
      description = "End with 1 if a finding is error, warning or info; as it stands, warning.")
  private Severity failOn = Severity.WARNING;

  @Option(
      names = "--waivers",
      paramLabel = "FILE",
      description = "Findings to live with: a YAML list of rule, subject, reason, expires.")
  private Optional<Path> waivers = Optional.empty();

  @Option(names = "--diff", description = "Two PATHs, before and after: print what changed.")
  private boolean diff;

  @Option(
      names = "--fix-script",
      paramLabel = "FILE",
      description = "Write a shell script of all fixes; it is dry unless told --apply.")
  private Optional<Path> fixScript = Optional.empty();

  @Option(names = "--html", paramLabel = "FILE", description = "Write the report as a page.")
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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (diff) {
      return difference();
    }
    List<HostFacts> hosts = hosts();
    if (facts) {
      FactsList.print(hosts, json, spec.commandLine().getOut());
      return Exit.CLEAN;
    }
    Report report = report(hosts);
    print(
        json
            ? AuditJson.of(report)
            : AuditScreen.of(report, notes(hosts), Terminal.ofOutput(), all));
    write(report);
    return report.has(failOn) ? Exit.FINDINGS : Exit.CLEAN;
  }

  private List<HostFacts> hosts() throws IOException, InterruptedException {
    try (StatusLine line =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      if (!paths.isEmpty()) {
        line.show("reading");
        return new AuditInputs().read(paths);
      }
      return new AuditInputs()
          .here(text -> {
            synchronized (line) {
              if (line.isDue()) {
                line.show("collecting: " + text);
              }
            }
          });
    }
  }

  /** Says once what no rule could look at. */
  private static List<String> notes(List<HostFacts> hosts) {
    boolean rdma =
        hosts.stream()
            .anyMatch(host ->
                !host.rdmaPorts().isEmpty()
                    || !host.rdmaDevices().isEmpty()
                    || !Board.of(host).rdmaNics().isEmpty());
    boolean other =
        hosts.stream()
            .anyMatch(host ->
                !host.facts().subjects(Thing.RANK).isEmpty()
                    || !host.facts().subjects(Thing.SWITCH_SETTING).isEmpty()
                    || Sonic.of(host).isPresent());
    return rdma || other
        ? List.of()
        : List.of(
            "No RDMA device is in sight: no NIC that does RDMA on PCIe, nothing below"
                + " /sys/class/infiniband, no switch and no job's log. Rules about these had nothing"
                + " to judge; those about memory, kernel and TCP were run.");
  }

  private Report report(List<HostFacts> hosts) throws IOException {
    return Report.of(
        hosts.stream().map(HostFacts::name).toList(),
        AuditInputs.accounts(hosts),
        Audit.of(hosts, rules()),
        waived());
  }

  private int difference() throws IOException {
    if (paths.size() != 2) {
      throw new BadInput("--diff compares two paths, before and after; there are " + paths.size());
    }
    AuditInputs inputs = new AuditInputs();
    Difference difference =
        Difference.of(
            report(inputs.read(paths.subList(0, 1))), report(inputs.read(paths.subList(1, 2))));
    print(json ? AuditJson.of(difference) : AuditScreen.of(difference, Terminal.ofOutput()));
    boolean worse =
        difference.appeared().stream().anyMatch(each -> each.severity().atLeast(failOn));
    return worse ? Exit.FINDINGS : Exit.CLEAN;
  }

  private List<Rule> rules() {
    if (only.isEmpty()) {
      return Rules.all();
    }
    for (String id : only) {
      if (Rules.all().stream().noneMatch(rule -> isOf(rule, id))) {
        throw new BadInput("there is no rule '" + id + "'" + Spelling.hint(id, Rules.ids()));
      }
    }
    return Rules.all().stream()
        .filter(rule -> only.stream().anyMatch(id -> isOf(rule, id)))
        .toList();
  }

  private static boolean isOf(Rule rule, String id) {
    return rule.card().id().equals(id) || rule.card().group().equals(id);
  }

  private Waivers waived() throws IOException {
    if (waivers.isEmpty()) {
      return Waivers.NONE;
    }
    Path file = waivers.get();
    try {
      Waivers read =
          Waivers.read(
              Files.readString(file), file.toString(), LocalDate.now(ZoneId.systemDefault()));
      for (Waiver each : read.named()) {
        if (Rules.named(each.rule()).isEmpty()) {
          throw new BadInput(
              each.place()
                  + ": there is no rule '"
                  + each.rule()
                  + "'"
                  + Spelling.hint(each.rule(), Rules.ids()));
        }
      }
      return read;
    } catch (WaiverException e) {
      throw new BadInput(e.getMessage() == null ? "the waivers cannot be read" : e.getMessage(), e);
    }
  }

  private void write(Report report) throws IOException {
    if (html.isPresent()) {
      Files.writeString(html.get(), AuditPage.of(report));
    }
    if (sarif.isPresent()) {
      Files.writeString(sarif.get(), AuditSarif.of(report, Version.number()));
    }
    if (junit.isPresent()) {
      Files.writeString(junit.get(), AuditJunit.of(report, failOn));
    }
    if (prometheus.isPresent()) {
      Files.writeString(prometheus.get(), AuditPrometheus.of(report, Instant.now()));
    }
    if (fixScript.isPresent()) {
      Files.writeString(fixScript.get(), FixScript.of(plan(report)));
    }
  }

  private static List<Planned> plan(Report report) {
    List<Planned> plan = new ArrayList<>();
    for (Finding finding : report.findings()) {
      finding
          .fix()
          .steps()
          .forEach(step -> plan.add(new Planned(finding.host(), finding.rule(), step)));
    }
    return plan;
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
  }
}
