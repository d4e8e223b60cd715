package dev.headroom.app.option;

import dev.headroom.model.machine.HostNics;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.UnitException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the NICs of each host. */
public final class NicArguments {
  @Option(
      names = "--nics",
      paramLabel = "N[xRATE]",
      description =
          "NICs of each host for which no input gives them: their number, or number and rate, such"
              + " as 8x200Gbps. Fewer than the machine type has: its rails share them. Default: "
              + "those of the machine type.")
  private @Nullable String nics;

  /** The NICs that the user names, at the rate of this machine type if none is given. */
  public Optional<HostNics> of(Machine machine) {
    String text = nics;
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          HostNics.parse(text, machine)
              .orElseThrow(() ->
                  new BadInputException(
                      ("--nics %s: expected the number of a host's NICs, 1 to 999, and their rate "
                              + "if it is not that of the machine type, such as 8x200Gbps")
                          .formatted(text))));
    } catch (UnitException e) {
      throw new BadInputException("--nics %s: %s".formatted(text, e.getMessage()), e);
    }
  }

  /** Whether the user names any. */
  public boolean isGiven() {
    return nics != null;
  }
}
