package dev.headroom.app.burnin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code headroom burnin}: a burn-in with its evidence, and a rehearsal of it. */
@Command(
    name = "burnin",
    description =
        "Burn in the links of a cluster by a plan, keep the evidence, and write the page that is "
            + "signed off. A run that was cut off goes on where it was; --rehearse plays the plan on"
            + " a simulated fabric first.",
    synopsisSubcommandLabel = "ACTION",
    subcommands = {
      BurnInPlanCommand.class,
      BurnInRunCommand.class,
      BurnInReportCommand.class,
      BurnInVerifyCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom burnin plan examples/burnin/rack.yaml",
      "  headroom burnin run examples/burnin/rack.yaml --rehearse --out proof",
      "  headroom burnin report proof",
      "  headroom burnin verify proof"
    },
    commandListHeading = "%nActions:%n")
public final class BurnInCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing action; use one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
