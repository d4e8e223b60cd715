package dev.headroom.app.option;

import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.text.BadInputException;
import picocli.CommandLine.Option;

/** Option for the machine type of the GPUs, where an input does not name it. */
public final class MachineArguments {
  @Option(
      names = "--machine",
      defaultValue = "dgx-h100",
      paramLabel = "NAME",
      description = "Machine type of the GPUs. Default: dgx-h100.")
  private String name = "";

  /**
   * The machine of that name.
   *
   * @throws BadInputException if there is none
   */
  public Machine machine() {
    return MachineCatalogue.named(name)
        .orElseThrow(() ->
            new BadInputException(
                "--machine: '%s' is not one of %s"
                    .formatted(name, String.join(", ", MachineCatalogue.names()))));
  }
}
