package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.workload.FlowList;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioWriterTest {

  @ParameterizedTest
  @MethodSource("dev.headroom.model.scenario.Scenarios#examples")
  void shouldWriteExamplesSoThatTheyReadBackEqual(Path example) {
    String text = Scenarios.text(example);
    Scenario scenario = good(text, Scenarios.otherControl(text), "run.seed=9");
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fat-tree", "rail-optimized", "single", "dumbbell", "ring", "leaf-spine"})
  void shouldWriteAFabricPutTogetherByHand(String topology) {
    Scenario built =
        good(
            "fabric: {topology: "
                + topology
                + ", links: {loss: 1e-9, cable: 7m}}\nworkload: permutation\n");
    Fabric byHand = new Fabric("some: \"shape\"", built.fabric().nodes(), built.fabric().links());
    FlowList flows =
        new FlowList(
            List.of(
                FlowList.Entry.at(0, 1, 5, 7),
                FlowList.Entry.at(1, 2, 5, 7).with(new FlowOverrides(20_750, 0)),
                FlowList.Entry.at(2, 1, 5, 7).with(new FlowOverrides(1, 4_160_000)),
                FlowList.Entry.at(2, 0, 5, 7).with(FlowOverrides.NONE.in(0)),
                new FlowList.Entry(1, 2, 1L << 40, 0, List.of(0), List.of(), 65535 << 16 | 4791),
                new FlowList.Entry(1, 0, 0, 3, List.of(0), List.of(1), -1)));
    Scenario scenario =
        new Scenario(
            "x # y: 'z' \\ \" \n",
            byHand,
            built.failures(),
            built.settings(),
            List.of(
                new Scenario.Override("*", built.settings().with(SwitchKnobs.LOSSY_ALPHA, 0.25))),
            "some flows",
            flows);
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldWriteAnySettingsSoThatTheyReadBackEqual(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Scenario plain = good("fabric: {topology: single}\nworkload: permutation\n");
    Settings settings = Settings.DEFAULTS;
    for (Knob<?> knob : Knobs.all()) {
      if (random.nextInt(3) > 0) {
        settings = copy(knob, settings);
      }
    }
    Scenario scenario = plain.with(settings);
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  /**
   * Sets a knob to its default, or to the upper end of its range where that follows from others.
   */
  private static <T> Settings copy(Knob<T> knob, Settings settings) {
    Optional<T> value = knob.fallback();
    return value.isPresent() ? settings.with(knob, value.get()) : settings;
  }

  @Test
  void shouldSayWhatIsAtItsDefault() {
    String text = ScenarioWriter.write(good("fabric: {topology: single}\nworkload: permutation\n"));
    for (Knob<?> knob : Knobs.all()) {
      assertThat(text).contains("# " + KnobKeys.last(knob) + ": ");
    }
  }
}
