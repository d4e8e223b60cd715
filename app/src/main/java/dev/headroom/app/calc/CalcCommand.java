package dev.headroom.app.calc;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headroom calc}: one formula at a time, with inputs, result and source. */
@Command(
    name = "calc",
    description = "Work out one formula, with its inputs, its result and its source.",
    synopsisSubcommandLabel = "CALCULATOR",
    subcommands = {IbTimeoutCalculator.class, PcieCalculator.class},
    footerHeading = "%nExamples:%n",
    footer = {"  headroom calc ib-timeout --timeout 20 --retries 7"})
public final class CalcCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing calculator; name one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
