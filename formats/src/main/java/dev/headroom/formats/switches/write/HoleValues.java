package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.setting.DeviceRange;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.KnobTexts;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingScale;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Values of the holes of a language for a class of a port: wanted ones, else present ones. */
final class HoleValues {
  private final SwitchWriter writer;
  private final WantedSwitch wanted;
  private final SwitchNow now;

  HoleValues(SwitchWriter writer, WantedSwitch wanted, SwitchNow now) {
    this.writer = writer;
    this.wanted = wanted;
    this.now = now;
  }

  /** By hole; a value that the device cannot have is there, too. */
  Map<String, HoleValue> of(String port, int trafficClass) {
    Map<String, HoleValue> values = new LinkedHashMap<>();
    for (ValueHole each : writer.values()) {
      of(each.hole(), each.setting(), port, trafficClass, values)
          .ifPresent(value -> values.put(each.hole(), value));
    }
    return values;
  }

  /** Whether a port has one value for all classes. */
  private boolean isOfPort(String hole) {
    return writer.forms().stream()
        .filter(form -> StatementForm.holes(form.text()).contains(hole))
        .allMatch(form -> form.scope() == Scope.PORT || form.scope() == Scope.SWITCH);
  }

  private Optional<HoleValue> of(
      String hole,
      DeviceSetting setting,
      String port,
      int trafficClass,
      Map<String, HoleValue> known) {
    Optional<String> asked = wanted.at(port, setting.knob());
    int of = now.hasClass(port, trafficClass) || !isOfPort(hole) ? trafficClass : now.any(port);
    Optional<String> present = now.knob(port, of, setting.knob());
    double reference = reference(setting.relation(), known);
    Optional<String> value =
        asked.isEmpty() && isReferenceChanged(setting.relation(), known) ? present : asked;
    Optional<String> before =
        now.written(port, of, setting)
            .or(() -> present.flatMap(knob -> setting.toDevice(knob, reference)));
    if (value.isEmpty()) {
      return present
          .flatMap(knob -> setting.toDevice(knob, reference))
          .map(text ->
              new HoleValue(setting, text, Optional.empty(), before, false, new Exactness.Exact()));
    }
    String excluded = writer.exclusions().getOrDefault(setting.knob(), "");
    if (!excluded.isEmpty() && wanted.at(port, excluded).isPresent()) {
      return Optional.of(
          refused(setting, value.get(), before, "it excludes " + excluded + ", which is wanted"));
    }
    Optional<String> text = setting.toDevice(value.get(), reference);
    if (text.isEmpty()) {
      boolean isAlone =
          setting.relation().kind() != SettingRelation.Kind.NONE && Double.isNaN(reference);
      String reason =
          RateValues.isByRate(setting.knob(), value.get())
              ? setting.name() + " has one value, and nothing says the speed of " + port
              : isAlone
                  ? "%s also needs %s, which nothing says"
                      .formatted(setting.name(), setting.relation().to())
                  : DeviceRange.text(setting);
      return Optional.of(refused(setting, value.get(), before, reason));
    }
    String achieved = setting.toKnob(text.get(), reference).orElseThrow();
    return Optional.of(
        new HoleValue(
            setting,
            text.get(),
            value,
            before,
            present.filter(knob -> KnobTexts.areEqual(setting.knob(), knob, achieved)).isEmpty()
                || (isReferenceChanged(setting.relation(), known) && !before.equals(text)),
            KnobTexts.areEqual(setting.knob(), value.get(), achieved)
                ? new Exactness.Exact()
                : new Exactness.Rounded(value.get(), achieved)));
  }

  private static HoleValue refused(
      DeviceSetting setting, String wanted, Optional<String> before, String reason) {
    return new HoleValue(
        setting, "", Optional.of(wanted), before, false, new Exactness.Refused(reason));
  }

  /** Relations leave out the part of a name that both settings share. */
  private static boolean isNamed(ValueHole hole, String name) {
    return hole.setting().name().equals(name) || hole.setting().name().endsWith(" " + name);
  }

  /** What follows from two settings stays only if both change. */
  private boolean isReferenceChanged(SettingRelation relation, Map<String, HoleValue> known) {
    return writer.values().stream()
        .filter(each -> isNamed(each, relation.to()))
        .anyMatch(each -> {
          HoleValue value = known.get(each.hole());
          return value != null && value.isChanged();
        });
  }

  /** The other setting of a relation, in the base unit of its knob. */
  private double reference(SettingRelation relation, Map<String, HoleValue> known) {
    if (relation.kind() == SettingRelation.Kind.NONE) {
      return Double.NaN;
    }
    for (ValueHole each : writer.values()) {
      if (isNamed(each, relation.to())
          && each.setting().scale() instanceof SettingScale.Steps steps) {
        HoleValue value = known.get(each.hole());
        return steps.amount(
            value != null && value.isUsable()
                ? value.text()
                : writer.usual().getOrDefault(relation.to(), ""));
      }
    }
    return Double.NaN;
  }
}
