package dev.headroom.app.command;

import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.option.ScenarioArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.CheckScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.figures.SharedHosts;
import dev.headroom.run.results.CheckJson;
import dev.headroom.run.summary.CheckText;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom check}: checks of a scenario without a simulation. */
@Command(
    name = "check",
    description =
        "Check a scenario without running it. The checks: possible PFC deadlocks, ECN marks "
            + "before pauses, and room for a full frame in the queues of switches.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom check examples/ring-deadlock.yaml",
      "  headroom check examples/allreduce-64.yaml --set congestion.kmin=1MB --json"
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SCENARIO",
      description =
          "A scenario in YAML, - for standard input, or a config.txt of the HPCC ns-3 simulator.")
  private Path file;

  @Mixin private ScenarioArguments scenario;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    LoadedScenario loaded = scenario.read(file);
    PrintWriter err = spec.commandLine().getErr();
    loaded.warnings().forEach(warning -> err.println("headroom: " + warning));
    SharedHosts.warnings(loaded.scenario()).forEach(warning -> err.println("headroom: " + warning));
    err.flush();
    Precheck check = of(loaded);
    spec.commandLine()
        .getOut()
        .print(
            json
                ? CheckJson.of(loaded.scenario(), check)
                : CheckScreen.of(loaded.scenario(), check, Terminal.ofOutput()));
    return CheckText.hasFindings(loaded.scenario(), check) ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
  }

  private static Precheck of(LoadedScenario loaded) {
    try {
      return Precheck.of(loaded.scenario());
    } catch (UnrunnableScenarioException e) {
      throw new BadInputException(
          e.getMessage() == null ? "the scenario cannot be run" : e.getMessage(), e);
    }
  }
}
