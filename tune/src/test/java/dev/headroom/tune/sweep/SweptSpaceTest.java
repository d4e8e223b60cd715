package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.tune.space.SpaceReader;
import dev.headroom.unit.Size;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SweptSpaceTest {
  private static final String SPACE =
      """
      knobs:
        - {knob: congestion.kmin, from: 50KB, to: 400KB}
        - {knob: congestion.pmax, from: 0.1, to: 0.5, scale: linear}
        - {knob: routing, values: [ecmp, adaptive]}
      """;

  private static final SpaceReader READER =
      new SpaceReader(_ -> Optional.empty(), List.of("leaf-*", "spine-*"));

  private static List<SweptKey> read(String text) {
    return SweptSpace.read(text, "space.yaml", READER);
  }

  @Test
  void shouldReadRangesAndChoices() {
    assertThat(read(SPACE))
        .containsExactly(
            new SweptKey.Range("congestion.kmin", "50KB", "400KB", true),
            new SweptKey.Range("congestion.pmax", "0.1", "0.5", false),
            new SweptKey.Choices("routing", List.of("ecmp", "adaptive")));
  }

  @Test
  void shouldListTheValuesOfLevelsAndSteps() {
    assertThat(
            read(
                """
                knobs:
                  - {knob: congestion.kmin, from: 50KB, to: 400KB, levels: 4}
                  - {knob: congestion.pmax, from: 0.1, to: 0.5, scale: linear, levels: 3}
                  - {knob: fabric.leaves, from: 2, to: 9, step: 3}
                  - {knob: congestion.kmax, from: 1MB, to: 2MB, step: 500KB}
                """))
        .containsExactly(
            new SweptKey.Choices("congestion.kmin", List.of("50KB", "100KB", "200KB", "400KB")),
            new SweptKey.Choices("congestion.pmax", List.of("0.1", "0.3", "0.5")),
            new SweptKey.Choices("fabric.leaves", List.of("2", "5", "8")),
            new SweptKey.Choices("congestion.kmax", List.of("1MB", "1.5MB", "2MB")));
  }

  @Test
  void shouldFollowLinks() {
    SettingsSource settings =
        new SampledSettings(
            read(
                """
                knobs:
                  - {knob: congestion.kmax, times: congestion.kmin, from: 2, to: 8, most: 500KB}
                  - {knob: congestion.kmin, from: 50KB, to: 400KB}
                  - {knob: b, plus: a, from: 1us, to: 3us, levels: 3, scale: linear}
                  - {knob: a, values: [1us, 10us]}
                """),
            Sampling.parse("random:200"));
    double most = 0;
    for (long number = 0; number < settings.count(); number++) {
      Map<String, String> row = settings.settings(number);
      double kmin = Size.parse(String.valueOf(row.get("congestion.kmin"))).bytes();
      double kmax = Size.parse(String.valueOf(row.get("congestion.kmax"))).bytes();
      assertThat(kmax).isBetween(Math.min(500_000, 1.998 * kmin), Math.min(500_000, 8.01 * kmin));
      most = Math.max(most, kmax);
      String a = String.valueOf(row.get("a"));
      assertThat(row.get("b"))
          .isIn(a.equals("1us") ? List.of("2us", "3us", "4us") : List.of("11us", "12us", "13us"));
    }
    assertThat(most).isEqualTo(500_000);
  }

  @Test
  void shouldGiveEachTierAValue() {
    List<SweptKey> keys =
        read(
            """
            knobs:
              - {knob: congestion.kmin, values: [50KB, 100KB], per: tier}
              - {knob: congestion.kmax, times: congestion.kmin, from: 2, to: 4, levels: 2, per: tier}
            """);
    SettingsSource settings = new SampledSettings(keys, Sampling.GRID);
    assertThat(settings.keys())
        .containsExactly(
            "congestion.kmin@leaf-*",
            "congestion.kmin@spine-*",
            "congestion.kmax@leaf-*",
            "congestion.kmax@spine-*");
    assertThat(settings.count()).isEqualTo(16);
    assertThat(settings.settings(5).values()).containsExactly("50KB", "100KB", "100KB", "400KB");
  }

  @Test
  void shouldTakeTheDefaultRangesOfPatterns() {
    assertThat(read("knobs: [{knob: congestion.kmi*}]"))
        .singleElement()
        .isInstanceOf(SweptKey.Range.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{knob: a}; matches no knob",
        "{knob: a, values: []}; instead of a list",
        "{knob: a, values: [x, x]}; x appears twice",
        "{knob: a, values: [[x]]}; instead of a line of text",
        "{knob: a, from: 1KB}; a.to: it is missing",
        "{knob: a, from: 1KB, to: 5}; has no unit",
        "{knob: a, from: 5KB, to: 1KB}; is empty",
        "{knob: a, from: 0, to: 5, scale: log}; above 0",
        "{knob: a, from: 1, to: 5, scale: cubic}; linear, log",
        "{knob: a, from: 1, to: 5, points: 2}; points",
        "{knob: a, from: 1, to: 5, levels: 1}; 2 to 1,000",
        "{knob: a, from: 1, to: 5, step: 0}; not above 0",
        "{knob: a, from: soon, to: late}; neither a number nor a size",
        "{knob: a, times: b, from: 1, to: 2}; b is no knob of this space",
        "{knob: hosts.nic.model, values: [x], per: tier}; no setting of a switch",
        "a; instead of a knob of a space",
      })
  void shouldSayWhatIsWrongAndWhere(String item, String why) {
    assertThatThrownBy(() -> read("knobs:\n  - " + item))
        .isInstanceOf(SweepException.class)
        .hasMessageStartingWith("space.yaml:2:")
        .hasMessageContaining(why);
  }

  @Test
  void shouldRefuseLinksThatCannotBeCalculated() {
    String text =
        """
        knobs:
          - {knob: a, values: [ecmp, spray]}
          - {knob: b, times: a, from: 1, to: 2}
          - {knob: c, values: [1KB, 2KB]}
          - {knob: d, times: c, from: 1KB, to: 2KB}
          - {knob: e, plus: c, from: 1us, to: 2us}
          - {knob: congestion.kmin, from: 5KB, to: 1MB, per: tier}
          - {knob: congestion.kmax, times: congestion.kmin, from: 2, to: 3}
        """;
    assertThatThrownBy(() -> read(text)).hasMessageContaining("write per: tier here as well");
    assertThatThrownBy(() -> read(text.replace(", per: tier", "")))
        .hasMessageContaining("space.yaml:3:5: knobs.b.times: a has the value [ecmp, spray]")
        .hasMessageContaining("space.yaml:5:5: knobs.d.from: '1KB' is no number")
        .hasMessageContaining("space.yaml:6:5: knobs.e.from: '1us' is no size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sobol", "sobol:0", "sobol:99999999999", "latin:5", ""})
  void shouldRefuseOtherSamples(String text) {
    assertThatThrownBy(() -> Sampling.parse(text)).isInstanceOf(SweepException.class);
  }

  @Test
  void shouldRefuseARangeInAGrid() {
    List<SweptKey> keys = read(SPACE);
    assertThatThrownBy(() -> new SampledSettings(keys, Sampling.GRID))
        .hasMessageContaining("congestion.kmin")
        .hasMessageContaining("add levels: 5");
  }

  /** Sobol's points fill each half and each quarter of every key equally. */
  @Test
  void shouldCoverTheSpaceEvenly() {
    SettingsSource settings = new SampledSettings(read(SPACE), Sampling.parse("sobol:64"));
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
    List<SweptKey> keys = read(SPACE);
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
