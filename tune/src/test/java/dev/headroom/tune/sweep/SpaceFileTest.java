package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.unit.Size;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpaceFileTest {
  private static final String SPACE =
      """
      congestion.kmin: {from: 50KB, to: 400KB, scale: log}
      congestion.pmax: {from: 0.1, to: 0.5, points: 3}
      routing: [ecmp, adaptive]
      """;

  @Test
  void shouldReadRangesAndChoices() {
    assertThat(SpaceFile.read(SPACE, "space.yaml", false))
        .containsExactly(
            new SweptKey.Range("congestion.kmin", "50KB", "400KB", true),
            new SweptKey.Range("congestion.pmax", "0.1", "0.5", false),
            new SweptKey.Choices("routing", List.of("ecmp", "adaptive")));
  }

  @Test
  void shouldListTheValuesOfARangeInAGrid() {
    String text = SPACE.replace("scale: log", "scale: log, points: 4");
    assertThat(SpaceFile.read(text, "space.yaml", true))
        .containsExactly(
            new SweptKey.Choices("congestion.kmin", List.of("50KB", "100KB", "200KB", "400KB")),
            new SweptKey.Choices("congestion.pmax", List.of("0.1", "0.3", "0.5")),
            new SweptKey.Choices("routing", List.of("ecmp", "adaptive")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a: 5; write a list",
        "a: []; the list is empty",
        "a: [x, x]; x appears twice",
        "a: [[x]]; instead of a value",
        "a: {from: 1KB}; no value for to",
        "a: {from: 1KB, to: 5}; has no unit",
        "a: {from: 5KB, to: 1KB}; is empty",
        "a: {from: 0, to: 5, scale: log}; above 0",
        "a: {from: 1, to: 5, scale: cubic}; use linear or log",
        "a: {from: 1, to: 5, step: 2}; no such key",
        "a: {from: 1, to: 5, points: 1}; use 2 to 1,000",
        "a: {from: soon, to: late}; neither a number nor a size",
        "[a, b]; instead of keys",
      })
  void shouldSayWhatIsWrongAndWhere(String text, String why) {
    assertThatThrownBy(() -> SpaceFile.read(text, "space.yaml", false))
        .isInstanceOf(SweepException.class)
        .hasMessageStartingWith("space.yaml:1:")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sobol", "sobol:0", "sobol:99999999999", "latin:5", ""})
  void shouldRefuseOtherSamples(String text) {
    assertThatThrownBy(() -> Sampling.parse(text)).isInstanceOf(SweepException.class);
  }

  @Test
  void shouldRefuseARangeInAGrid() {
    List<SweptKey> keys = SpaceFile.read(SPACE, "space.yaml", true);
    assertThatThrownBy(() -> new SampledSettings(keys, Sampling.GRID))
        .hasMessageContaining("congestion.kmin")
        .hasMessageContaining("add points: 5");
  }

  /** Sobol's points fill each half and each quarter of every key equally. */
  @Test
  void shouldCoverTheSpaceEvenly() {
    SettingsSource settings =
        new SampledSettings(SpaceFile.read(SPACE, "space.yaml", false), Sampling.parse("sobol:64"));
    int[][] quarters = new int[3][4];
    Set<Map<String, String>> distinct = new HashSet<>();
    for (long number = 0; number < settings.count(); number++) {
      for (int key = 0; key < 3; key++) {
        quarters[key][(int) (settings.place(number, key) * 4)]++;
      }
      distinct.add(settings.settings(number));
    }
    assertThat(quarters)
        .isDeepEqualTo(new int[][] {{16, 16, 16, 16}, {16, 16, 16, 16}, {16, 16, 16, 16}});
    assertThat(distinct).hasSize(64);
    assertThat(settings.settings(0))
        .isEqualTo(Map.of("congestion.kmin", "50KB", "congestion.pmax", "0.1", "routing", "ecmp"));
  }

  /** Any point can be computed by itself, in any order. */
  @ParameterizedTest
  @ValueSource(strings = {"sobol:100", "random:100"})
  void shouldComputeSettingsByTheirNumber(String sample) {
    List<SweptKey> keys = SpaceFile.read(SPACE, "space.yaml", false);
    SettingsSource one = new SampledSettings(keys, Sampling.parse(sample));
    SettingsSource other = new SampledSettings(keys, Sampling.parse(sample));
    for (long number = 99; number >= 0; number--) {
      assertThat(other.settings(number)).isEqualTo(one.settings(number));
      String kmin = one.settings(number).get("congestion.kmin");
      assertThat(Size.parse(String.valueOf(kmin)).bytes()).isBetween(50_000L, 400_000L);
      for (int key = 0; key < 3; key++) {
        assertThat(one.level(number, key)).isLessThan(one.levels(key).size());
      }
    }
  }

  @Test
  void shouldRefuseAKeyTwice() {
    SweptKey key = new SweptKey.Choices("a", List.of("1", "2"));
    assertThatThrownBy(() ->
            new SweepPlan(
                MadeSweep.scenario(),
                List.of(key, key),
                Sampling.GRID,
                List.of(1L),
                Duration.ofMinutes(1),
                List.of()))
        .hasMessageContaining("a is varied twice");
  }
}
