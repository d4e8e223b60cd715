package dev.headroom.app;

import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.model.unit.Time;
import dev.headroom.model.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs scenarios. */
final class RunArguments {
  @Mixin private ScenarioArguments scenario;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Worker threads; results do not depend on them. Default: 1.")
  private int threads = 1;

  @Option(
      names = "--probe",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Samples queues and rates this often, such as 10us (run.probes).")
  private @Nullable Time probe;

  int threads() {
    if (threads < 1) {
      throw new BadInput("--threads " + threads + ": at least 1 is needed");
    }
    return threads;
  }

  HpccModel model() {
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
