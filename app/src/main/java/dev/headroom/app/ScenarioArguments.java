package dev.headroom.app;

import dev.headroom.formats.hpcc.HpccModel;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that reads a scenario: how, and what is laid over the file. */
final class ScenarioArguments {
  @Mixin private SettingArguments settings;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      converter = ModelConverter.class,
      description =
          "For HPCC ns-3 inputs: hpcc-ns3 does as that simulator (default), exact as ours.")
  private Optional<HpccModel> model = Optional.empty();

  /** Empty if it was not asked for. */
  Optional<HpccModel> model() {
    return model;
  }

  /** All that is laid over the file, as {@code key=value}. */
  List<String> sets() {
    return settings.sets();
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
