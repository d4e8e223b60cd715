package dev.headroom.app;

import dev.headroom.formats.hpcc.HpccModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that reads a scenario: what is laid over the file. */
final class ScenarioArguments {
  @Option(names = "--seed", paramLabel = "N", description = "Seed of all random draws (run.seed).")
  private @Nullable Long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets anything a scenario file can say, such as congestion.kmin=100KB.")
  private List<String> sets = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      converter = ModelConverter.class,
      description =
          "For HPCC ns-3 inputs: hpcc-ns3 does as that simulator (default), exact as ours.")
  private HpccModel model = HpccModel.HPCC_NS3;

  HpccModel model() {
    return model;
  }

  /** All that is laid over the file, as {@code key=value}. */
  List<String> sets() {
    List<String> all = new ArrayList<>(sets);
    if (seed != null) {
      all.add("run.seed=" + seed);
    }
    return all;
  }

  static final class ModelConverter implements ITypeConverter<HpccModel> {
    @Override
    public HpccModel convert(String text) {
      return switch (text) {
        case "hpcc-ns3" -> HpccModel.HPCC_NS3;
        case "exact" -> HpccModel.EXACT;
        default ->
            throw new TypeConversionException("'" + text + "' is neither exact nor hpcc-ns3");
      };
    }
  }
}
