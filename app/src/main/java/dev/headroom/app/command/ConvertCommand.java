package dev.headroom.app.command;

import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.option.MachineArguments;
import dev.headroom.app.option.OutputArguments;
import dev.headroom.app.option.ScenarioArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.chakra.ChakraInput;
import dev.headroom.formats.chakra.ChakraReader;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.htsim.HtsimInput;
import dev.headroom.formats.htsim.HtsimReader;
import dev.headroom.formats.simai.SimaiInput;
import dev.headroom.formats.simai.SimaiReader;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.yaml.Problem;
import dev.headroom.unit.Rate;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom convert}: scenarios from the inputs of other simulators and from the
 * outputs of real hosts.
 */
@Command(
    name = "convert",
    description =
        "Convert data of hosts and switches, or another simulator's input, to a scenario.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom convert bundle.tar.zst -o S.yaml",
      "  headroom convert node7/ node8/ leaf1/ -o S.yaml",
      "  headroom convert htsim --tm X.cm --topo Y.topo --linkspeed 100Gbps -o S.yaml",
      "  headroom convert hpcc config.txt --model exact -o S.yaml",
      "  headroom convert simai workload.txt --machine dgx-a100 --gpus 64 -o S.yaml",
      "  headroom convert chakra trace.0.et --machine dgx-h100 --per-machine 1 \\",
      "      -o S.yaml"
    },
    commandListHeading = "%nInputs of other simulators:%n",
    synopsisSubcommandLabel = "[COMMAND]")
final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description = "Bundles, hosts' folders or files, as for headroom audit.")
  private List<Path> paths = List.of();

  @Mixin private OutputArguments output = new OutputArguments();

  @Override
  public Integer call() throws IOException {
    if (paths.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing input: paths, or htsim, hpcc, simai or chakra");
    }
    for (Path path : paths) {
      refuseScenario(path);
    }
    List<HostFacts> hosts = new AuditInputs().read(paths);
    try {
      ClusterModel cluster = ClusterModel.of(hosts);
      String text = cluster.yaml();
      cluster
          .assumed()
          .forEach(each -> spec.commandLine().getErr().println("headroom: assumed: " + each));
      cluster
          .unsimulated()
          .forEach(each -> spec.commandLine().getErr().println("headroom: not simulated: " + each));
      check(text);
      output.write(text, spec.commandLine().getOut());
      return ExitCodes.CLEAN;
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Nobody writes a scenario as long as this by hand. */
  private static final long MOST_BYTES = 1 << 20;

  /** Other simulators' inputs have commands of their own, and a scenario is one already. */
  private static void refuseScenario(Path path) throws IOException {
    if (!Files.isRegularFile(path) || Files.size(path) > MOST_BYTES) {
      return;
    }
    String kind = HpccReader.accepts(path) ? "hpcc" : SimaiReader.accepts(path) ? "simai" : "";
    if (!kind.isEmpty()) {
      throw new BadInputException(
          "%s: use headroom convert %s %s for this file".formatted(path, kind, path));
    }
    boolean yaml = path.toString().endsWith(".yaml") || path.toString().endsWith(".yml");
    if (yaml
        && ScenarioReader.read(UserTextReader.read(path), path.toString(), List.of())
            instanceof ScenarioReader.Good) {
      throw new BadInputException(
          path
              + ": this already is a scenario; headroom sim runs it, and headroom generate "
              + "writes workloads for other simulators");
    }
  }

  /** What hosts say of themselves may be more than any scenario can have. */
  private static void check(String text) {
    if (ScenarioReader.read(text, "the cluster", List.of()) instanceof ScenarioReader.Bad bad) {
      throw new BadInputException(
          "these hosts do not form a valid scenario: " + bad.problems().getFirst());
    }
  }

  @Command(name = "htsim", description = "Convert a connection matrix and a fat tree of htsim.")
  int htsim(
      @Option(
              names = "--tm",
              required = true,
              paramLabel = "FILE.cm",
              description = "The connection matrix.")
          Path matrix,
      @Option(
              names = "--topo",
              required = true,
              paramLabel = "FILE.topo",
              description = "The topology.")
          Path topology,
      @Option(
              names = "--linkspeed",
              paramLabel = "RATE",
              description =
                  "Rate of the hosts, such as 100Gbps. Default: the rate in the topology.")
          @Nullable String linkSpeed,
      @Mixin OutputArguments output)
      throws IOException {
    try {
      Optional<Rate> speed = Optional.ofNullable(linkSpeed).map(Rate::parse);
      HtsimInput input = HtsimReader.read(matrix, topology, speed);
      return write(input.scenario(), input.warnings(), output);
    } catch (UnitException e) {
      throw new BadInputException("--linkspeed: " + e.getMessage(), e);
    }
  }

  @Command(
      name = "hpcc",
      description = "Convert a config of the HPCC ns-3 simulator and its files.")
  int hpcc(
      @Parameters(paramLabel = "CONFIG", description = "The config.txt.") Path config,
      @Option(
              names = "--model",
              defaultValue = "hpcc-ns3",
              paramLabel = "MODEL",
              converter = ScenarioArguments.ModelConverter.class,
              description =
                  "Model: that of the HPCC simulator (hpcc-ns3, the default) or Headroom's "
                      + "(exact).")
          HpccModel model,
      @Mixin OutputArguments output)
      throws IOException {
    if (Files.isRegularFile(config) && !HpccReader.accepts(config)) {
      throw new BadInputException(
          config
              + ": this is not a config.txt of the HPCC simulator: it has few or none of its "
              + "keys, such as TOPOLOGY_FILE and FLOW_FILE");
    }
    HpccInput input = HpccReader.read(config, new HpccReader.Options(model, false));
    return write(input.scenario(), input.warnings(), output);
  }

  @Command(name = "simai", description = "Convert a workload file of SimAI.")
  int simai(
      @Parameters(paramLabel = "WORKLOAD", description = "The workload.txt.") Path workload,
      @Mixin MachineArguments machine,
      @Option(
              names = "--gpus",
              paramLabel = "N",
              description = "Number of GPUs. Default: the number in the file, or eight machines.")
          @Nullable Integer gpus,
      @Mixin OutputArguments output)
      throws IOException {
    SimaiInput input =
        SimaiReader.read(workload, machine.machine(), Optional.ofNullable(gpus), List.of());
    return write(input.scenario(), input.warnings(), output);
  }

  @Command(
      name = "chakra",
      description = "Convert Chakra execution traces, one file NAME.N.et per GPU N.")
  int chakra(
      @Parameters(
              paramLabel = "TRACE",
              description = "One of the files; the others must be in the same folder.")
          Path trace,
      @Mixin MachineArguments machine,
      @Option(
              names = "--per-machine",
              paramLabel = "N",
              description =
                  "Number of GPUs per machine; 1 puts each on the network. Default: all of a "
                      + "machine.")
          @Nullable Integer perMachine,
      @Option(
              names = "--tflops",
              paramLabel = "X",
              description =
                  "Compute rate of a GPU, in 10^12 operations per second, for nodes that "
                      + "have a number of operations but no duration.")
          @Nullable Double tflops,
      @Mixin OutputArguments output)
      throws IOException {
    if (!ChakraReader.accepts(trace)) {
      throw new BadInputException(
          trace + ": a trace must be named NAME.N.et, where N is the GPU's number");
    }
    ChakraReader.Target target =
        new ChakraReader.Target(
            machine.machine(), Optional.ofNullable(perMachine), tflops == null ? 0 : tflops);
    ChakraInput input = ChakraReader.read(trace, target, List.of());
    return write(input.scenario(), input.warnings(), output);
  }

  private int write(Scenario scenario, List<Problem> warnings, OutputArguments output)
      throws IOException {
    warnings.forEach(warning -> spec.commandLine().getErr().println("headroom: " + warning));
    output.write(ScenarioWriter.write(scenario), spec.commandLine().getOut());
    return ExitCodes.CLEAN;
  }
}
