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

  /** The values of a curve. */
  public List<SettingValue> of(WredCurve curve) {
    return of(curve, Optional.empty());
  }

  /**
   * The values of a curve.
   *
   * @param percent Pmax where no command sets it
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
