package dev.headroom.tune.space;

import dev.headroom.formats.nic.NicSettings;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Settings of the devices of a fabric, by the names of their languages, such as {@code SONiC} and
 * {@code mlx5 debugfs}.
 *
 * <p>Some settings follow from another one of the same device, such as a rate that is a share of
 * the line rate. Their other setting is a reference. A setting whose reference is not given keeps
 * no grid, and its knob keeps the range of the model.
 */
public final class DeviceTables {
  /** No device: all knobs keep the ranges of the model. */
  public static final DeviceTables NONE = new DeviceTables(List.of(), Map.of());

  private final List<DeviceSetting> rows;
  private final Map<String, Double> references;

  private DeviceTables(List<DeviceSetting> rows, Map<String, Double> references) {
    this.rows = List.copyOf(rows);
    this.references = Map.copyOf(references);
  }

  /** The languages and tools that have a table, in the order of the alphabet. */
  public static List<String> names() {
    return List.copyOf(new TreeSet<>(all().map(row -> row.site().device()).toList()));
  }

  /**
   * The tables of some devices.
   *
   * @param names of their languages and tools
   * @param references amounts of other settings by their names, in base units: {@code line rate} in
   *     bits per second
   * @throws IllegalArgumentException if a name has no table
   */
  public static DeviceTables of(Collection<String> names, Map<String, Double> references) {
    for (String name : names) {
      if (!names().contains(name)) {
        throw new IllegalArgumentException(
            "'%s' has no table of settings; those with a table are %s"
                .formatted(name, String.join(", ", names())));
      }
    }
    return new DeviceTables(
        all().filter(row -> names.contains(row.site().device())).toList(), references);
  }

  private static Stream<DeviceSetting> all() {
    return Stream.concat(SwitchVendors.settingTables().stream(), NicSettings.tables().stream());
  }

  /** Whether there is any device. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Whether a device sets a knob. */
  public boolean set(String knob) {
    return rows.stream().anyMatch(row -> row.knob().equals(knob));
  }

  /** The settings of a knob whose values are known. */
  List<DeviceValue> values(String knob) {
    return rows.stream()
        .filter(row -> row.knob().equals(knob))
        .map(row -> new DeviceValue(row, references.getOrDefault(row.relation().to(), Double.NaN)))
        .filter(value ->
            value.setting().relation().kind() == SettingRelation.Kind.NONE
                || !Double.isNaN(value.reference()))
        .distinct()
        .toList();
  }
}
