package dev.headroom.app.command;

import dev.headroom.app.option.PluginArguments;
import dev.headroom.app.option.ScenarioArguments;
import dev.headroom.app.option.StackArguments;
import dev.headroom.app.option.SysfsArguments;
import dev.headroom.app.perftest.PerftestArguments;
import dev.headroom.app.perftest.PerftestProgram;
import dev.headroom.app.plugin.EndlessLoopDetector;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.StuckPluginHandler;
import dev.headroom.app.progress.ProgressLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.app.show.GpuLoads;
import dev.headroom.app.show.HostTraffic;
import dev.headroom.app.show.MachineFiles;
import dev.headroom.app.show.NcclJob;
import dev.headroom.app.show.NcclLog;
import dev.headroom.app.show.PcieErrorSummary;
import dev.headroom.app.show.PortTraffic;
import dev.headroom.app.show.ServerActivity;
import dev.headroom.app.show.ShowTool;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom show}: a scenario's server in the output format of other tools. */
@Command(
    name = "show",
    description = {
      "Print the output of a system tool on a server of a scenario.",
      "",
      "Tools: nvidia-smi topo -m, show_gids, ibstat, ibstatus, ibv_devinfo, rdma link, lspci "
          + "-vvv. These simulate the scenario first: ethtool -S, ip -s link, rdma statistic, "
          + "nvidia-smi dmon, ethtool -m and mlxlink -m -c (for links under fabric.wear), and aer "
          + "(the files aer_dev_* of sysfs). NCCL_DEBUG=INFO: NCCL's log at startup. ib_write_bw, "
          + "ib_write_lat, ib_read_bw, ib_read_lat, ib_send_bw and ib_send_lat, with their "
          + "options: the test on the scenario's fabric, from the host to another one. "
          + "hosts.machine sets the type of server. env: the environment variables that give a "
          + "software stack of the server the scenario's settings. sysfs: the files of the "
          + "server after the run, as headroom watch reads them."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom show examples/allreduce-64.yaml --as show_gids",
      "  headroom show examples/allreduce-64.yaml --as 'nvidia-smi topo -m' \\",
      "      --host host-8 --set hosts.machine=dgx-h100",
      "  headroom show examples/pair.yaml --as 'ib_write_bw -q 4 --report_gbits host-1'",
      "  headroom show examples/nccl-64.yaml --as NCCL_DEBUG=INFO",
      "  headroom show examples/nccl-64.yaml --as env --stack ucx",
      "  headroom show examples/pair.yaml --as sysfs --for 30s --out machine"
    })
final class ShowCommand implements Callable<Integer> {
  private static final int SCHEMA_VERSION = 1;

  @Parameters(
      paramLabel = "SCENARIO",
      description =
          "A scenario in YAML, - for standard input, or a config.txt of the HPCC ns-3 simulator.")
  private Path file;

  @Mixin private ScenarioArguments scenario;
  @Mixin private StackArguments stack;
  @Mixin private SysfsArguments sysfs;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "TOOL",
      description = "Tool to imitate, such as ibstat or 'ethtool -S'.")
  private String as = "";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "Host of the scenario whose server is shown. Default: the first.")
  private @Nullable String host;

  @Option(
      names = "--json",
      description = "Print JSON: the tool, the server, and the lines of the tool's output.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** When the run was interrupted, if it was. */
  private OptionalLong cutPs = OptionalLong.empty();

  @Override
  public Integer call() throws IOException {
    boolean files = MachineFiles.CALL.equals(as.strip());
    if (!files) {
      sysfs.checkUnused(as);
    }
    if (StackArguments.CALL.equals(as.strip())) {
      Scenario loaded = scenario.read(file).scenario();
      spec.commandLine().getOut().print(stack.print(loaded, node(loaded), json));
      return ExitCodes.CLEAN;
    }
    stack.checkUnused(as);
    if (PerftestArguments.isCall(as)) {
      return perftest();
    }
    if (NcclLog.CALL.equals(as.strip())) {
      return nccl();
    }
    if (files) {
      return files();
    }
    ShowTool tool = tool();
    Scenario loaded = scenario.read(file).scenario();
    Node node = node(loaded);
    Server server = server(loaded, node);
    String text;
    try {
      boolean runs = needsRun(tool, loaded, node);
      text = tool.print(server, runs ? happened(loaded, server) : ServerActivity.NOTHING);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    return print(tool.command(), server, text);
  }

  /** The files of the server; of a run that was interrupted none are written. */
  private int files() throws IOException {
    Scenario loaded = scenario.read(file).scenario();
    Server server = server(loaded, node(loaded));
    sysfs.check(server);
    List<FlowResult> flows = new ArrayList<>();
    RunResult result = run(loaded, flows::add);
    if (result.outcome() == RunResult.Outcome.INTERRUPTED) {
      spec.commandLine().getErr().println("headroom: interrupted; no file was written");
      return ExitCodes.INTERRUPTED;
    }
    long endPs = sysfs.endPs(result.endPs());
    ServerActivity one = activity(loaded, server, result, flows, endPs);
    String text = sysfs.print(server, sysfs.activity(one, result.endPs()));
    return print(MachineFiles.CALL, server, text);
  }

  private int print(String tool, Server server, String text) {
    PrintWriter screen = spec.commandLine().getOut();
    screen.print(json ? json(tool, server, text) : text);
    if (cutPs.isEmpty()) {
      return ExitCodes.CLEAN;
    }
    screen.flush();
    spec.commandLine()
        .getErr()
        .println(
            "headroom: interrupted: this is the state %s into the run, which had not finished"
                .formatted(NumberText.time(cutPs.getAsLong())));
    return ExitCodes.INTERRUPTED;
  }

  /** lspci tells of errors, where there can be any. */
  private static boolean needsRun(ShowTool tool, Scenario loaded, Node node) {
    Settings own = loaded.at(node);
    boolean mayErr = PciePaths.of(own).isPresent() && own.get(PcieFaultKnobs.BIT_ERRORS) > 0;
    return tool.afterRun() || (tool == ShowTool.LSPCI && mayErr);
  }

  private int nccl() throws IOException {
    Scenario loaded = scenario.read(file).scenario();
    NcclJob job;
    try {
      job = NcclJob.of(loaded, node(loaded));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(as + ": " + e.getMessage(), e);
    }
    String text = NcclLog.of(job);
    spec.commandLine().getOut().print(json ? json(NcclLog.CALL, job.server(), text) : text);
    return ExitCodes.CLEAN;
  }

  private int perftest() throws IOException {
    PerftestArguments arguments;
    PerftestProgram program;
    Server server;
    try {
      arguments = PerftestArguments.parse(as);
      Scenario loaded = scenario.read(file, arguments.sets()).scenario();
      Node node = node(loaded);
      server = server(loaded, node);
      program = new PerftestProgram(loaded, node, arguments);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    StringBuilder text = new StringBuilder();
    PrintWriter screen = spec.commandLine().getOut();
    PerftestProgram.End end =
        program.print(
            line -> {
              text.append(line);
              screen.print(json ? "" : line);
              screen.flush();
            },
            this::run);
    screen.print(json ? json(as, server, text.toString()) : "");
    write(arguments.jsonFile(), program.json());
    if (end == PerftestProgram.End.REFUSED) {
      spec.commandLine().getErr().println(program.refusal());
    }
    return switch (end) {
      case DONE -> ExitCodes.CLEAN;
      case FAILED, REFUSED -> ExitCodes.FINDINGS;
      case INTERRUPTED -> ExitCodes.INTERRUPTED;
    };
  }

  /** perftest writes a file, too, where it is asked to. */
  private static void write(Optional<String> file, Optional<String> text) throws IOException {
    if (file.isPresent() && text.isPresent()) {
      AtomicWriter.write(Path.of(file.get()), text.get());
    }
  }

  private ShowTool tool() {
    Optional<ShowTool> tool = ShowTool.named(as);
    if (tool.isEmpty()) {
      List<String> known = new ArrayList<>(ShowTool.commands());
      known.add(NcclLog.CALL);
      known.add(StackArguments.CALL);
      known.add(MachineFiles.CALL);
      known.addAll(PerftestArguments.programs());
      throw new BadInputException(
          "--as '%s' is not one of %s%s"
              .formatted(as, String.join(", ", known), SpellingSuggestion.hint(as, known)));
    }
    return tool.get();
  }

  private Node node(Scenario loaded) {
    List<Node> hosts = loaded.fabric().hosts();
    String wanted = host;
    if (wanted == null) {
      return hosts.getFirst();
    }
    return hosts.stream()
        .filter(each -> each.name().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new BadInputException(
                "--host '%s' is not one of the %s, %s to %s"
                    .formatted(
                        wanted,
                        CountedNoun.of(hosts.size(), "host"),
                        hosts.getFirst().name(),
                        hosts.getLast().name())));
  }

  private Server server(Scenario loaded, Node node) {
    try {
      return Server.of(loaded, node);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private ServerActivity happened(Scenario loaded, Server server) {
    List<FlowResult> flows = new ArrayList<>();
    RunResult result = run(loaded, flows::add);
    if (result.outcome() == RunResult.Outcome.INTERRUPTED) {
      cutPs = OptionalLong.of(result.endPs());
    }
    return activity(loaded, server, result, flows, result.endPs());
  }

  private static ServerActivity activity(
      Scenario loaded, Server server, RunResult result, List<FlowResult> flows, long endPs) {
    List<PortTraffic> ports =
        server.nics().stream()
            .map(nic -> loaded.fabric().hosts().get(nic.place()))
            .map(node -> HostTraffic.of(loaded, result, flows, node))
            .toList();
    return new ServerActivity(
        loaded.settings().get(TransportKnobs.TRANSPORT).isInKernel(),
        ports,
        GpuLoads.of(loaded, result, server, ports),
        server.nics().stream().map(nic -> module(loaded, nic, endPs)).toList(),
        server.nics().stream().map(nic -> PcieErrorSummary.of(loaded, result, nic)).toList());
  }

  private static Optional<LinkWear> module(Scenario loaded, Nic nic, long endPs) {
    Node node = loaded.fabric().hosts().get(nic.place());
    List<Integer> links = loaded.fabric().ports().get(node.id());
    return loaded.wear().stream()
        .filter(worn -> links.contains(worn.link()))
        .findFirst()
        .map(worn -> worn.life().by(endPs));
  }

  private RunResult run(Scenario loaded, FlowSink flows) {
    PrintWriter err = spec.commandLine().getErr();
    try (InterruptHandler interrupt = InterruptHandler.watch();
        EndlessLoopDetector watch =
            EndlessLoopDetector.watch(PluginArguments.usedBy(loaded), new StuckPluginHandler(err));
        ProgressLine line =
            new ProgressLine(
                err,
                Terminal.ofError(),
                ProgressEstimate.of(loaded),
                interrupt::requested,
                System::nanoTime)) {
      return Simulation.run(loaded, RunOptions.DEFAULT, flows, watch.watch(line)).balanced();
    } catch (UnrunnableScenarioException e) {
      throw new BadInputException(
          e.getMessage() == null ? "the scenario cannot be run" : e.getMessage(), e);
    }
  }

  private String json(String tool, Server server, String text) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("tool", tool)
            .put("server", server.name())
            .put("machine", server.layout().machine())
            .put("interrupted", cutPs.isPresent())
            .array("lines");
    text.lines().forEach(json::add);
    return json.endArray().endObject() + "\n";
  }
}
