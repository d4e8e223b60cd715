package dev.headroom.app.burnin;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.report.BurnInJson;
import dev.headroom.prove.report.BurnInText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom burnin plan}: what a plan would run, how long, and on what. */
@Command(
    name = "plan",
    description = "Show what a plan would run, how long, and by which rules; write nothing.",
    footerHeading = "%nExamples:%n",
    footer = "  headroom burnin plan examples/burnin/rack.yaml")
final class BurnInPlanCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PLAN", description = "The plan, YAML.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Print the plan and its slices as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    BurnInPlan plan = PlanSource.read(file);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? BurnInJson.plan(plan) : BurnInText.plan(plan));
    out.flush();
    return ExitCodes.CLEAN;
  }
}
