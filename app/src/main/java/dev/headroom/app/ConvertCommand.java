package dev.headroom.app;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FormatException;
import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.htsim.HtsimInput;
import dev.headroom.formats.htsim.HtsimReader;
import dev.headroom.formats.simai.SimaiInput;
import dev.headroom.formats.simai.SimaiReader;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.Machines;
import dev.headroom.model.scenario.Problem;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.UnitException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns other simulators' inputs into scenarios. */
@Command(
    name = "convert",
    description = "Turn another simulator's input into a scenario.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom convert htsim --tm X.cm --topo Y.topo --linkspeed 100Gbps -o S.yaml",
      "  headroom convert hpcc config.txt --model exact -o S.yaml",
      "  headroom convert simai workload.txt --machine dgx-a100 --gpus 64 -o S.yaml"
    })
final class ConvertCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing format: htsim, hpcc or simai");
  }

  @Command(name = "htsim", description = "A connection matrix and a fat tree of htsim.")
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
              description = "Rate of the hosts, such as 100Gbps. Default: that of the topology.")
          @Nullable String linkSpeed,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE.yaml",
              description = "Where to write. Default: the screen.")
          @Nullable Path output)
      throws IOException {
    try {
      Optional<Rate> speed = Optional.ofNullable(linkSpeed).map(Rate::parse);
      HtsimInput input = HtsimReader.read(matrix, topology, speed);
      return write(input.scenario(), input.warnings(), output);
    } catch (UnitException e) {
      throw new BadInput("--linkspeed: " + e.getMessage(), e);
    } catch (FormatException e) {
      throw new BadInput(e.text(), e);
    }
  }

  @Command(name = "hpcc", description = "A config of the HPCC ns-3 simulator and its files.")
  int hpcc(
      @Parameters(paramLabel = "CONFIG", description = "The config.txt.") Path config,
      @Option(
              names = "--model",
              defaultValue = "hpcc-ns3",
              paramLabel = "MODEL",
              converter = ScenarioArguments.ModelConverter.class,
              description = "As that simulator (hpcc-ns3, the default) or as ours (exact).")
          HpccModel model,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE.yaml",
              description = "Where to write. Default: the screen.")
          @Nullable Path output)
      throws IOException {
    try {
      HpccInput input = HpccReader.read(config, new HpccReader.Options(model, false));
      return write(input.scenario(), input.warnings(), output);
    } catch (FormatException e) {
      throw new BadInput(e.text(), e);
    }
  }

  @Command(name = "simai", description = "A workload file of SimAI.")
  int simai(
      @Parameters(paramLabel = "WORKLOAD", description = "The workload.txt.") Path workload,
      @Option(
              names = "--machine",
              defaultValue = "dgx-h100",
              paramLabel = "NAME",
              description = "What the GPUs are in. Default: dgx-h100.")
          String machine,
      @Option(
              names = "--gpus",
              paramLabel = "N",
              description = "How many. Default: as the file says, or eight machines.")
          @Nullable Integer gpus,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE.yaml",
              description = "Where to write. Default: the screen.")
          @Nullable Path output)
      throws IOException {
    Machine named =
        Machines.named(machine)
            .orElseThrow(() ->
                new BadInput(
                    "--machine: '%s' is not one of %s"
                        .formatted(machine, String.join(", ", Machines.names()))));
    try {
      SimaiInput input = SimaiReader.read(workload, named, Optional.ofNullable(gpus), List.of());
      return write(input.scenario(), input.warnings(), output);
    } catch (FormatException e) {
      throw new BadInput(e.text(), e);
    }
  }

  private int write(Scenario scenario, List<Problem> warnings, @Nullable Path output)
      throws IOException {
    warnings.forEach(warning -> spec.commandLine().getErr().println("headroom: " + warning));
    String text = ScenarioWriter.write(scenario);
    if (output == null) {
      spec.commandLine().getOut().print(text);
    } else {
      AtomicWriter.write(output, text);
    }
    return Exit.CLEAN;
  }
}
