package dev.headroom.app.command;

import dev.headroom.app.emit.AssumedLines;
import dev.headroom.app.emit.BundleCopy;
import dev.headroom.app.emit.EmitRowsJson;
import dev.headroom.app.emit.PlanFolder;
import dev.headroom.app.emit.PlanJson;
import dev.headroom.app.emit.PlanRun;
import dev.headroom.app.files.OutputFolder;
import dev.headroom.app.option.ScenarioArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.EmitScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitException;
import dev.headroom.audit.emit.EmitLanguage;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.FlowControlGap;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom emit}: settings of a scenario in the languages of devices. */
@Command(
    name = "emit",
    description =
        "Write a scenario's settings in the languages of switches, NICs and hosts: only what "
            + "changes, in a safe order, with the check and the undo of each step.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom emit best.yaml --against bundle/ -o plan",
      "  headroom emit best.yaml --for sonic,mlnx_qos,nccl -o plan",
      "  headroom emit best.yaml --list",
      "  headroom emit best.yaml --against bundle/ --devices leaf1,node7 -o plan",
      "  headroom emit best.yaml --against bundle/ --apply-to-copy after/"
    })
final class EmitCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SCENARIO", description = "The scenario; - for standard input.")
  private Path scenario = Path.of("-");

  @Option(
      names = "--for",
      paramLabel = "LANGUAGE",
      split = ",",
      description =
          "Languages to write, such as sonic,eos,nccl. Default: those that the devices of "
              + "--against are found with.")
  private List<String> languages = new ArrayList<>();

  @Option(
      names = "--against",
      paramLabel = "PATH",
      split = ",",
      description =
          "Present settings: bundles, hosts' folders and switch configurations, as for headroom "
              + "audit. Default: none; all that the scenario says is written.")
  private List<Path> against = new ArrayList<>();

  @Option(
      names = "--devices",
      paramLabel = "NAME",
      split = ",",
      description = "Only these devices, by name. Default: all.")
  private List<String> devices = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the plan, the playbook, and the files of each device.")
  private @Nullable Path out;

  @Option(
      names = "--replace",
      description = "Replace the plan that -o has. Files that you added stay.")
  private boolean replace;

  @Option(
      names = "--drop-taken",
      description = "With --replace: also a plan of which steps were taken; the way back is lost.")
  private boolean dropTaken;

  @Option(
      names = "--list",
      description = "Print what can be told to which device, and what not, with the reason.")
  private boolean list;

  @Option(
      names = "--apply-to-copy",
      paramLabel = "DIR",
      description = "Write a copy of the bundle as it would be afterwards, to audit it.")
  private @Nullable Path copy;

  @Option(
      names = "--apply",
      description = "Take the steps of this host, as root; with -o. Switches and others first.")
  private boolean apply;

  @Option(
      names = "--this-is",
      paramLabel = "NAME",
      description = "Name of this host in the plan, for --apply. Default: its host name.")
  private @Nullable String self;

  @Option(
      names = "--others-ready",
      description = "For --apply: other devices took the steps before those of this host.")
  private boolean othersReady;

  @Option(
      names = "--drained",
      description = "For --apply: no RDMA traffic on ports without flow control in between.")
  private boolean drained;

  @Option(names = "--json", description = "Print plan.json, or the table as JSON.")
  private boolean json;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    checkTargets();
    Scenario wanted = arguments.read(scenario).scenario();
    List<HostFacts> hosts = present();
    EmitPlan plan = plan(wanted, hosts);
    if (hosts.isEmpty()) {
      plan = plan.noting(AssumedLines.of(scenario));
    }
    if (out != null) {
      PlanFolder folder = PlanFolder.prepare(out, plan, dropTaken);
      report(plan);
      write(plan, folder, out);
    } else {
      report(plan);
    }
    if (copy != null) {
      copy(hosts, plan, copy);
    }
    warn(plan);
    return apply && out != null ? PlanRun.run(plan, out, self, flags(), err()) : ExitCodes.CLEAN;
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private List<String> flags() {
    return Stream.of(othersReady ? "--others-ready" : "", drained ? "--drained" : "")
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  private void checkOptions() {
    if (copy != null && against.isEmpty()) {
      throw new BadInputException("--apply-to-copy: it copies a bundle; name one with --against");
    }
    if (apply && out == null) {
      throw new BadInputException(
          "--apply: it runs the scripts of a plan; name its folder with -o");
    }
    if (!apply && (self != null || othersReady || drained)) {
      throw new BadInputException("--this-is, --others-ready, --drained: they go with --apply");
    }
    if (dropTaken && !replace) {
      throw new BadInputException("--drop-taken: it goes with --replace");
    }
    if (list && (out != null || copy != null)) {
      throw new BadInputException("--list: it writes no files; leave -o and --apply-to-copy out");
    }
  }

  /** Refuses folders before anything is read or printed. */
  private void checkTargets() throws IOException {
    if (out != null) {
      OutputFolder.refuseOverlap("-o", out, against);
      PlanFolder.check(out, replace);
    }
    if (copy != null) {
      OutputFolder.refuseOverlap("--apply-to-copy", copy, against);
      OutputFolder.check(copy);
      if (!OutputFolder.isFree(copy)) {
        throw new BadInputException(copy + ": is not an empty folder; name another one");
      }
      if (out != null) {
        OutputFolder.refuseNested("-o", out, "--apply-to-copy", copy);
      }
    }
  }

  private List<HostFacts> present() throws IOException, InterruptedException {
    List<HostFacts> hosts = new ArrayList<>();
    if (!against.isEmpty()) {
      try (StatusLine line = new StatusLine(err(), Terminal.ofError(), System::nanoTime)) {
        new AuditInputs().each(against, host -> host, hosts::add, saying(line));
      }
    }
    return hosts;
  }

  private static Consumer<String> saying(StatusLine line) {
    return text -> {
      if (line.isDue()) {
        line.show(text);
      }
    };
  }

  private EmitPlan plan(Scenario wanted, List<HostFacts> hosts) {
    EmitTargets asked = new EmitTargets(languages(), new LinkedHashSet<>(devices));
    EmitTargets targets =
        list && hosts.isEmpty() && asked.languages().isEmpty()
            ? new EmitTargets(EmitLanguage.all(), firstOfEachKind(wanted, asked.devices()))
            : asked;
    try {
      return EmitPlanner.plan(wanted, EmitBundle.of(hosts), targets);
    } catch (EmitException e) {
      String advice =
          hosts.isEmpty() && languages.isEmpty()
              ? "name the devices' languages with --for, or their present settings with --against: "
              : "";
      throw new BadInputException(advice + e.getMessage(), e);
    }
  }

  /** Of all languages one switch and one host are shown, unless some are named. */
  private static Set<String> firstOfEachKind(Scenario scenario, Set<String> asked) {
    if (!asked.isEmpty()) {
      return asked;
    }
    Set<String> first = new LinkedHashSet<>();
    scenario.fabric().switches().stream().limit(1).forEach(node -> first.add(node.name()));
    scenario.fabric().hosts().stream().limit(1).forEach(node -> first.add(node.name()));
    return first;
  }

  private List<EmitLanguage> languages() {
    return languages.stream()
        .map(word ->
            EmitLanguage.named(word)
                .orElseThrow(() ->
                    new BadInputException(
                        "--for: '%s' is not a language; one of %s"
                            .formatted(word, String.join(", ", EmitLanguage.words())))))
        .toList();
  }

  private void report(EmitPlan plan) {
    PrintWriter screen = spec.commandLine().getOut();
    Terminal terminal = Terminal.ofOutput();
    if (list) {
      screen.print(json ? EmitRowsJson.of(plan) : EmitScreen.list(plan, terminal));
    } else {
      screen.print(json ? PlanJson.of(plan) : EmitScreen.of(plan, terminal));
    }
    screen.flush();
  }

  private void write(EmitPlan plan, PlanFolder to, Path folder) throws IOException {
    to.write();
    to.hints().forEach(hint -> err().println("headroom: " + hint));
    if (!json) {
      spec.commandLine()
          .getOut()
          .printf(
              "%n%s in %s: plan.md, plan.json%s%n",
              CountedNoun.of(plan.steps().size(), "step"),
              folder,
              plan.isEmpty() ? "" : ", playbook.yaml, devices/");
      spec.commandLine().getOut().flush();
    }
  }

  private void copy(List<HostFacts> hosts, EmitPlan plan, Path to) throws IOException {
    try {
      BundleCopy.write(against, hosts, plan, to)
          .left()
          .forEach(each -> err().println("headroom: not in the copy: " + each));
    } catch (FileAlreadyExistsException e) {
      throw new BadInputException(to + ": is not an empty folder; name another one", e);
    }
  }

  /** What a reader of the files must know before using them. */
  private void warn(EmitPlan plan) {
    Map<String, Set<String>> sentences = new LinkedHashMap<>();
    if (!list) {
      Stream.concat(plan.rounded().stream(), plan.refused().stream())
          .forEach((DeviceChange change) ->
              sentences
                  .computeIfAbsent(sentence(change), _ -> new LinkedHashSet<>())
                  .add(change.device()));
      sentences.forEach((words, of) ->
          err().println("headroom: %s: %s".formatted(shortened(List.copyOf(of)), words)));
    }
    plan.notes().forEach(note -> err().println("headroom: " + note));
    for (FlowControlGap gap : plan.gaps()) {
      err().println("headroom: " + gap.text());
    }
    if (!plan.gaps().isEmpty()) {
      err()
          .println(
              "headroom: stop RDMA traffic on these ports first; the playbook and the scripts "
                  + "refuse to run until told so");
    }
  }

  private static String sentence(DeviceChange change) {
    return change.exactness() instanceof Exactness.Rounded rounded
        ? "%s: %s (%s)".formatted(change.knob(), rounded.text(), change.setting())
        : change.text().substring(change.device().length() + 1);
  }

  private static String shortened(List<String> names) {
    return names.size() > 4
        ? String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more"
        : String.join(", ", names);
  }
}
