package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Rows of a switch's table of settings for a marking curve, with the curve's values in these rows.
 * A language whose commands set all three in one line has one form with three holes.
 */
public record MarkingSettings(DeviceSetting kmin, DeviceSetting kmax, DeviceSetting pmax) {
  /**
   * The form of a command with several settings, for one of them.
   *
   * @param command with the settings in braces: {@code minimum-threshold {kmin}}
   */
  public static UnaryOperator<String> holes(String command) {
    return hole -> command.replace("{" + hole + "}", "{value}");
  }

  /** The values of a curve; Pmax from the command of Kmin where the curve does not have it. */
  public List<SettingValue> of(WredCurve curve, ConfigCommands commands) {
    return of(curve, commands.all().stream()
        .filter(command -> curve.min().findEvidence().filter(command.evidence()::equals).isPresent())
        .flatMap(command ->
            pmax.site().read(command.text()).stream()
                .map(percent -> SettingValue.of(pmax, percent, command.evidence())))
        .findFirst());
  }

  /**
   * The values of a curve.
   *
   * @param percent Pmax where the curve does not have it
   */
  public List<SettingValue> of(WredCurve curve, Optional<SettingValue> percent) {
    List<SettingValue> values = new ArrayList<>();
    add(kmin, curve.min(), values);
    add(kmax, curve.max(), values);
    if (curve.most().isReported()) {
      add(pmax, curve.most(), values);
    } else {
      percent.ifPresent(values::add);
    }
    return values;
  }

  private static void add(
      DeviceSetting setting, ReportedValue<Double> value, List<SettingValue> to) {
    Optional<Evidence> evidence = value.findEvidence();
    if (evidence.isPresent() && setting.scale() instanceof SettingScale.Steps steps) {
      to.add(SettingValue.of(setting, steps.written(value.get()), evidence.get()));
    }
  }
}
