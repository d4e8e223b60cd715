package dev.headroom.app.option;

import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.input.ScenarioSource;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of all commands that read a scenario: how to read it, and overrides. */
public final class ScenarioArguments {
  @Mixin private SettingArguments settings;
  @Mixin private PluginArguments own;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      converter = ModelConverter.class,
      description =
          "Model for HPCC ns-3 inputs: hpcc-ns3 reproduces that simulator (default), exact "
              + "uses Headroom's.")
  private Optional<HpccModel> model = Optional.empty();

  private final UserTextReader texts = new UserTextReader();

  /** Whether {@code --set} and {@code --seed} say all that is laid over it. */
  boolean isPlain() {
    return own.isEmpty() && model.isEmpty();
  }

  List<String> sets() {
    return settings.sets();
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
    List<String> told = new ArrayList<>(settings.sets());
    told.addAll(more);
    List<String> sets = new ArrayList<>(own.expand(told));
    LoadedScenario loaded;
    try {
      loaded = ScenarioSource.read(file, sets, model, texts);
    } catch (BadInputException e) {
      throw e.withMessage(own.withOptionName(String.valueOf(e.getMessage()), told));
    }
    List<String> unasked = own.implicitAssignments(loaded.scenario());
    if (!unasked.isEmpty()) {
      sets.addAll(0, unasked);
      try {
        loaded = ScenarioSource.read(file, sets, model, texts);
      } catch (BadInputException e) {
        throw e.withMessage(own.withOptionName(String.valueOf(e.getMessage())));
      }
    }
    return loaded.with(own.applyTo(loaded.scenario()));
  }

  public static final class ModelConverter implements ITypeConverter<HpccModel> {
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
