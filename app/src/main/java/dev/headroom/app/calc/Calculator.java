package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.app.json.CalculationJson;
import dev.headroom.app.screen.CalculationScreen;
import dev.headroom.app.screen.Terminal;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Base of the calculators, each a subcommand of {@code calc} with its own options.
 *
 * <p>Quantities are options of the types {@code Rate}, {@code Size}, {@code Time} and {@code
 * Length} with a {@link QuantityConverter}, so that a bare number is refused.
 */
abstract class Calculator implements Runnable {
  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  /**
   * Works it out.
   *
   * @throws IllegalArgumentException if an input is out of range; the message names it and says
   *     what would be right
   */
  abstract Calculation calculate();

  /** The name it was called by. */
  final String name() {
    return spec.name();
  }

  @Override
  public final void run() {
    Calculation calculation = checked();
    spec.commandLine()
        .getOut()
        .print(
            json
                ? CalculationJson.of(calculation)
                : CalculationScreen.of(calculation, Terminal.ofOutput()));
  }

  private Calculation checked() {
    try {
      return calculate();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
