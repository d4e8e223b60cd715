package dev.headroom.app.option;

import dev.headroom.app.input.LoadedScenario;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of all commands that run scenarios. */
public final class RunArguments {
  @Mixin private ScenarioArguments scenario;
  @Mixin private ThreadArguments threads;

  @Option(
      names = "--probe",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Sampling interval of queues and rates, such as 10us (run.probes).")
  private @Nullable Time probe;

  @Option(
      names = "--trace",
      paramLabel = "FLOWS",
      description =
          "Record rate, window, bytes in flight and round-trip times of these flows over "
              + "time, such as 0,5,8-11 or slowest (run.trace.flows).")
  private @Nullable String traced;

  public int threads() {
    return threads.threads();
  }

  /** Whether {@code --set} and {@code --seed} say all that is laid over a scenario. */
  public boolean isPlain() {
    return scenario.isPlain();
  }

  /** What they say. */
  public List<String> sets() {
    return scenario.sets();
  }

  /** The scenario that a file holds, with all that is laid over it. */
  public LoadedScenario read(Path file) throws IOException {
    return read(file, List.of());
  }

  /**
   * The same with more laid over it.
   *
   * @param more {@code key=value}, which win over what was given as options
   */
  public LoadedScenario read(Path file, List<String> more) throws IOException {
    List<String> all = measured();
    all.addAll(more);
    return scenario.read(file, all);
  }

  /** All that options lay over a scenario. */
  public List<String> overrides() {
    List<String> all = new ArrayList<>(scenario.sets());
    all.addAll(measured());
    return all;
  }

  private List<String> measured() {
    List<String> all = new ArrayList<>();
    if (probe != null) {
      all.add("run.probes=" + probe);
    }
    if (traced != null) {
      all.add("run.trace.flows=" + traced);
    }
    return all;
  }

  static final class TimeConverter implements ITypeConverter<Time> {
    @Override
    public Time convert(String text) {
      try {
        return Time.parse(text);
      } catch (UnitException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
