package dev.headroom.audit.switches;

import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.unit.UnitException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Knobs of the simulator from values of a device's settings, with notes about settings that no knob
 * expresses. Of two values for one knob the later counts.
 */
public final class SettingKnobs {
  private final SortedMap<String, KnobValue> knobs = new TreeMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  /** All values of a device. */
  public void addAll(List<SettingValue> values) {
    values.forEach(this::add);
  }

  private void add(SettingValue value) {
    String said =
        "%s %s (%s)"
            .formatted(
                value.setting().name(), value.written().strip(), value.evidence().location());
    String reason = value.setting().limit().reason();
    if (!value.setting().hasKnob()) {
      if (value.isUnsimulated()) {
        notes.add(said + ": " + reason);
      }
      return;
    }
    String knob = value.setting().knob();
    Optional<String> text = value.knobValue();
    Optional<String> outside = text.flatMap(each -> outside(knob, each));
    if (text.isEmpty() || outside.isPresent()) {
      notes.add(said + ": " + outside.orElseGet(() -> unusable(value)));
      return;
    }
    if (!reason.isEmpty()) {
      notes.add(said + ": " + reason);
    }
    String related = value.setting().relation().to();
    put(
        new KnobValue(
            knob,
            text.get(),
            value.setting().name() + (related.isEmpty() ? "" : " with " + related),
            value.evidence()));
  }

  private static String unusable(SettingValue value) {
    String related = value.setting().relation().to();
    return related.isEmpty() || !Double.isNaN(value.reference())
        ? value.setting().knob() + " has no such value"
        : "%s also needs the %s, which is not in the input"
            .formatted(value.setting().knob(), related);
  }

  /** A knob that follows from other facts than a row of the device's table. */
  public void put(KnobValue value) {
    knobs.put(value.knob(), value);
  }

  private static Optional<String> outside(String name, String text) {
    return Knobs.named(name).flatMap(knob -> outside(knob, text));
  }

  private static <T> Optional<String> outside(Knob<T> knob, String text) {
    try {
      return knob.outside(knob.type().parser().apply(text))
          .map(problem -> knob.name() + " " + problem);
    } catch (UnitException | IllegalArgumentException e) {
      return Optional.of("%s cannot be %s".formatted(knob.name(), text));
    }
  }

  /** By name. */
  public SortedMap<String, KnobValue> knobs() {
    return knobs;
  }

  /** Settings that no knob expresses, a clause each. */
  public Set<String> notes() {
    return notes;
  }
}
