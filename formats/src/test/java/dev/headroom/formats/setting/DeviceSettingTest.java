package dev.headroom.formats.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.nic.NicSettings;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tables of all devices: each row names a knob, and converts to it and back. */
final class DeviceSettingTest {
  /** A line of 400 Gb/s. */
  private static final double LINE = 400e9;

  private static final double INTERVAL_PS = 1e9;

  private static List<DeviceSetting> all() {
    List<DeviceSetting> all = new ArrayList<>(SwitchVendors.settingTables());
    all.addAll(NicSettings.tables());
    return all;
  }

  private static DeviceSetting row(String device, String name) {
    return all().stream()
        .filter(each -> each.site().device().equals(device) && each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(device + " " + name));
  }

  /** A value of the other setting at which every sample gives a knob of 0 or more. */
  private static double reference(DeviceSetting row) {
    return switch (row.relation().kind()) {
      case NONE -> Double.NaN;
      case TIMES -> row.site().device().startsWith("AMD") ? INTERVAL_PS / 1000 : INTERVAL_PS;
      case MINUS -> 0;
      case BELOW -> 5e9;
      case SHARE -> LINE;
    };
  }

  @Test
  void shouldHaveTablesOfSwitchesAndNics() {
    assertThat(all())
        .extracting(each -> each.site().device())
        .contains(
            "SONiC",
            "Enterprise SONiC",
            "Cumulus NVUE",
            "Cumulus Linux",
            "Arista EOS",
            "Cisco NX-OS",
            "Dell OS10",
            "Mellanox Onyx",
            "Juniper Junos",
            "mlx5 debugfs",
            "mlx5 sysfs",
            "mlxconfig",
            "irdma",
            "bnxt_re");
  }

  @Test
  void shouldNameKnobsOrSayWhyThereIsNone() {
    for (DeviceSetting row : all()) {
      if (row.hasKnob()) {
        assertThat(Knobs.named(row.knob()).isPresent() || row.knob().equals("fabric.links.cable"))
            .as(row.knob())
            .isTrue();
      } else {
        assertThat(row.limit().reason()).as(row.name()).isNotBlank();
      }
      assertThat(row.site().form()).as(row.name()).contains("{value}");
      assertThat(row.scale().samples()).as(row.name()).isNotEmpty();
    }
  }

  @Test
  void shouldSaySettingsOnce() {
    Set<String> seen = new HashSet<>();
    for (DeviceSetting row : all()) {
      assertThat(seen.add(row.site() + " " + row.scale().samples())).as("" + row.site()).isTrue();
    }
  }

  /** What a device can write becomes a knob that the simulator takes, and comes back the same. */
  @Test
  void shouldConvertToKnobsAndBack() {
    for (DeviceSetting row : all()) {
      for (String written : row.hasKnob() ? row.scale().samples() : List.<String>of()) {
        String knob = row.toKnob(written, reference(row)).orElseThrow();
        String as = row.site().device() + " " + row.name() + " " + written + " is " + knob;
        Knobs.named(row.knob()).ifPresent(of -> takes(of, knob, as));
        String back = row.toDevice(knob, reference(row)).orElseThrow(() -> new AssertionError(as));
        assertThat(row.toKnob(back, reference(row))).as(as).contains(knob);
        if (row.scale() instanceof SettingScale.Steps steps && steps.unit() != SettingUnit.DSCP) {
          assertThat(Double.parseDouble(back)).as(as).isEqualTo(Double.parseDouble(written));
        }
      }
    }
  }

  /** Values of one class or one DSCP are parts of a knob's list. */
  private static <T> void takes(Knob<T> knob, String value, String as) {
    String text =
        switch (knob.name()) {
          case "fabric.switches.dscpMap" -> "26=" + value;
          case "fabric.switches.queueMap" -> "3=" + value;
          case "fabric.switches.scheduling" ->
              value.equals("strict") ? "strict:6" : "strict:6 dwrr:3=" + value;
          default -> value;
        };
    assertThat(knob.outside(knob.type().parser().apply(text))).as(as).isEmpty();
  }

  @Test
  void shouldRoundToTheStepsOfTheDevice() {
    assertThat(row("Cisco NX-OS", "minimum-threshold").toDevice("250300B", Double.NaN))
        .contains("250");
    assertThat(row("SONiC", "green_drop_probability").toDevice("0.104", Double.NaN)).contains("10");
    assertThat(row("SONiC", "dynamic_th").toDevice("0.13", Double.NaN)).contains("-3");
    assertThat(row("mlx5 debugfs", "rp_dce_tcp_g").toDevice("0.0048828125", Double.NaN))
        .contains("1019");
    assertThat(row("Cumulus NVUE", "pfc-watchdog robustness").toDevice("310ms", 100e9))
        .contains("3");
    assertThat(row("SONiC", "detection_time").toDevice("50ms", Double.NaN)).isEmpty();
    assertThat(row("SONiC", "detection_time").toDevice("6s", Double.NaN)).isEmpty();
  }

  @Test
  void shouldReadTheValueBehindItsWord() {
    SettingSite xoff = row("Cisco NX-OS", "pause-threshold").site();
    assertThat(xoff.read("pause buffer-size 101920 pause-threshold 46800 resume-threshold 34320"))
        .contains("46800");
    assertThat(xoff.read("pause no-drop")).isEmpty();
    assertThat(row("irdma", "dcqcn_T").toKnob("0x37", Double.NaN)).contains("55us");
    assertThat(row("irdma", "dcqcn_T").toKnob("fast", Double.NaN)).isEmpty();
  }
}
