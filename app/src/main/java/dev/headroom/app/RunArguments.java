package dev.headroom.app;

import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.model.unit.Time;
import dev.headroom.model.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs scenarios. */
final class RunArguments {
  @Mixin private ScenarioArguments scenario;
  @Mixin private ThreadArguments threads;

  @Option(
      names = "--probe",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Samples queues and rates this often, such as 10us (run.probes).")
  private @Nullable Time probe;

  int threads() {
    return threads.threads();
  }

  Optional<HpccModel> model() {
    return scenario.model();
  }

  /** All that is laid over the file, as {@code key=value}. */
  List<String> sets() {
    List<String> all = new ArrayList<>(scenario.sets());
    if (probe != null) {
      all.add("run.probes=" + probe);
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
