package dev.headroom.tune.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value of a dimension is one that the knob and all devices take, and reads back. */
class GridClosureTest {
  private static final Map<String, Double> LINE = Map.of("line rate", 400e9);

  static List<List<String>> fabrics() {
    List<List<String>> all = new ArrayList<>();
    DeviceTables.names().forEach(name -> all.add(List.of(name)));
    all.add(List.of());
    all.add(List.of("SONiC", "mlx5 debugfs"));
    all.add(List.of("Dell OS10", "SONiC", "Cisco NX-OS", "mlxconfig"));
    all.add(List.of("Arista EOS", "Cumulus NVUE", "irdma"));
    all.add(DeviceTables.names());
    return all;
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void everyCodeIsAValueOfTheKnobAndOfAllDevices(List<String> names) {
    DeviceTables devices = DeviceTables.of(names, LINE);
    Space space = new KnobSpaces(devices, Map.of()).defaults().space();
    for (Dimension dimension : space.dimensions()) {
      for (int code = 0; code < dimension.size(); code++) {
        Map<String, String> settings = new TreeMap<>(first(space));
        settings.put(dimension.knob(), dimension.text(code, settings));
        String text = settings.get(dimension.knob());
        assertThat(KnobText.accepts(Knobs.get(dimension.knob()), text))
            .as("%s=%s", dimension.knob(), text)
            .isTrue();
        for (DeviceValue device : devices.values(dimension.knob())) {
          String written = device.setting().toDevice(text, device.reference()).orElse("none");
          assertThat(
                  device
                      .setting()
                      .toKnob(written, device.reference())
                      .map(each -> same(dimension, each)))
              .as(
                  "%s=%s, which %s writes as %s",
                  dimension.knob(), text, device.setting().site(), written)
              .contains(text);
        }
        int back = dimension.code(settings).orElseThrow();
        assertThat(dimension.text(back, settings)).isEqualTo(text);
        if (dimension.link().isEmpty()) {
          assertThat(back).isEqualTo(code);
        }
      }
    }
  }

  private static Map<String, String> first(Space space) {
    return space.candidate(new int[space.size()]).settings();
  }

  private static String same(Dimension dimension, String text) {
    return KnobText.of(Knobs.get(dimension.knob()))
        .map(of -> of.print(of.amount(text).orElseThrow()))
        .orElse(text);
  }

  @Test
  void pointsAndCandidatesAreInverse() {
    Space space =
        new KnobSpaces(DeviceTables.of(List.of("SONiC", "mlx5 debugfs"), LINE), Map.of())
            .defaults()
            .space();
    for (int[] codes : List.of(new int[space.size()], last(space))) {
      Candidate candidate = space.candidate(codes);
      int[] back = space.codes(candidate).orElseThrow();
      assertThat(space.candidate(back)).isEqualTo(candidate);
      assertThat(space.codes(space.unit(codes))).isEqualTo(codes);
    }
  }

  private static int[] last(Space space) {
    return space.dimensions().stream().mapToInt(dimension -> dimension.size() - 1).toArray();
  }
}
