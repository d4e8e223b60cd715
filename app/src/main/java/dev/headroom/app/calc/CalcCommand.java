package dev.headroom.app.calc;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code headroom calc}: one formula at a time, with inputs, result and source. */
@Command(
    name = "calc",
    description = "Compute one formula and show its inputs, result and source.",
    synopsisSubcommandLabel = "CALCULATOR",
    subcommands = {
      PcieCalculator.class,
      PeerCalculator.class,
      PfcHeadroomCalculator.class,
      DcqcnCalculator.class,
      TimelyCalculator.class,
      EcnCalculator.class,
      BdpCalculator.class,
      MtuCalculator.class,
      QpCalculator.class,
      MrCalculator.class,
      IbTimeoutCalculator.class,
      DscpCalculator.class,
      ConnectionStateCalculator.class,
      StorageCalculator.class,
      TiersCalculator.class,
      NcclCalculator.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc pcie --gen 5 --mps 256 --mrrs 512 --size 4KiB",
      "  headroom calc pfc-headroom --rate 400Gbps --cable 40m --asic spectrum3 --json"
    },
    commandListHeading = "%nCalculators:%n")
public final class CalcCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing calculator; use one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
