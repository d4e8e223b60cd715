package dev.headroom.tune.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpaceFileTest {
  private static final KnobSpaces MODEL = new KnobSpaces(DeviceTables.NONE, Map.of());
  private static final KnobSpaces OS10 =
      new KnobSpaces(DeviceTables.of(List.of("Dell OS10"), Map.of()), Map.of());

  private static List<String> problems(KnobSpaces spaces, String text) {
    YamlProblems problems = new YamlProblems();
    Optional<Space> space = spaces.read(text, "space.yaml", problems);
    assertThat(space).isEmpty();
    return problems.inOrder().stream().map(Problem::toString).toList();
  }

  @Test
  void readsRangesChoicesAndLinks() {
    Space space =
        MODEL.read(
            """
            knobs:
              - {knob: congestion.kmax, plus: congestion.kmin, from: 100KB, to: 300KB, scale: linear, levels: 3}
              - {knob: congestion.kmin, from: 50KB, to: 150KB, step: 50KB}
              - {knob: congestion.pmax, values: [0.01, 10%, 1]}
              - {knob: routing.algorithm, values: [ecmp, spray]}
              - {knob: congestion.cnpInterval, from: 4us, to: 64us, levels: 5}
            """,
            "space.yaml");
    assertThat(space.knobs())
        .containsExactly(
            "congestion.kmin",
            "congestion.pmax",
            "routing.algorithm",
            "congestion.cnpInterval",
            "congestion.kmax");
    assertThat(space.dimensions().get(0).values()).containsExactly("50KB", "100KB", "150KB");
    assertThat(space.dimensions().get(1).values()).containsExactly("0.01", "0.1", "1");
    assertThat(space.dimensions().get(2).ordered()).isFalse();
    assertThat(space.dimensions().get(3).values())
        .containsExactly("4us", "8us", "16us", "32us", "64us");
    assertThat(space.candidate(new int[] {1, 0, 1, 0, 2}).settings())
        .containsEntry("congestion.kmin", "100KB")
        .containsEntry("congestion.kmax", "400KB")
        .containsEntry("routing.algorithm", "spray");
    assertThat(space.points()).isEqualTo(3 * 3 * 2 * 5 * 3);
  }

  @Test
  void roundsToWhatTheDeviceCanSay() {
    Space space =
        OS10.read(
            """
            knobs:
              - {knob: congestion.kmin, from: 10KB, to: 20KB, levels: 200}
              - {knob: congestion.pmax, from: 0.001, to: 0.04}
              - {knob: congestion.kmax, times: congestion.kmin, from: 1.05, to: 1.15, levels: 3}
            """,
            "space.yaml");
    assertThat(space.dimensions().get(0).values())
        .containsExactly(
            "10KB", "11KB", "12KB", "13KB", "14KB", "15KB", "16KB", "17KB", "18KB", "19KB", "20KB");
    assertThat(space.dimensions().get(1).values())
        .containsExactly("0", "0.01", "0.02", "0.03", "0.04");
    assertThat(space.candidate(new int[] {0, 0, 1}).settings())
        .containsEntry("congestion.kmax", "11KB");
    // two factors give 11 KB: the first of them is the code of the text
    Candidate other = space.candidate(new int[] {0, 0, 1});
    assertThat(space.candidate(space.codes(other).orElseThrow())).isEqualTo(other);
  }

  @Test
  void namesFileLineAndKeyOfEachError() {
    assertThat(
            problems(
                MODEL,
                """
                knobs:
                  - {knob: congestion.kmim, from: 1KB, to: 2KB}
                  - {knob: congestion.kmin, from: 9KB, to: 2KB}
                  - {knob: congestion.pmax, from: 0.1, to: 2}
                  - {knob: routing.algorithm, from: 1, to: 2}
                  - {knob: congestion.kmax, times: congestion.cnpInterval, from: 1, to: 2}
                  - {knob: congestion.byteCounter, from: 0B, to: 1MB, scale: log}
                  - {knob: congestion.cnpInterval, from: 4, to: 8us}
                  - {knob: routing.hash}
                """))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("space.yaml:2:5: knobs.congestion.kmim.knob: there is no knob")
                    .endsWith("did you mean 'congestion.kmin'?"),
            second ->
                assertThat(second)
                    .startsWith("space.yaml:3:5: knobs.congestion.kmin.to: it is less than from"),
            third ->
                assertThat(third)
                    .startsWith("space.yaml:4:5: knobs.congestion.pmax.to: it is outside")
                    .endsWith("0 to 1"),
            fourth ->
                assertThat(fourth)
                    .startsWith("space.yaml:5:5: knobs.routing.algorithm.knob: ")
                    .contains("has no range")
                    .contains("values: [ecmp, "),
            fifth ->
                assertThat(fifth)
                    .startsWith("space.yaml:6:5: knobs.congestion.kmax.times: ")
                    .endsWith("a knob of the same quantity"),
            sixth ->
                assertThat(sixth)
                    .startsWith("space.yaml:7:5: knobs.congestion.byteCounter.scale: "),
            seventh ->
                assertThat(seventh)
                    .startsWith("space.yaml:8:5: knobs.congestion.cnpInterval.from: '4' is not"),
            eighth ->
                assertThat(eighth)
                    .startsWith("space.yaml:9:5: knobs.routing.hash: ")
                    .contains("has no default range"));
  }

  @Test
  void refusesWhatNoDeviceCanSay() {
    assertThat(problems(OS10, "knobs: [{knob: congestion.pmax, values: [0.015]}]"))
        .singleElement()
        .asString()
        .contains("knobs.congestion.pmax.values: a device cannot set congestion.pmax to 0.015")
        .contains("the nearest value that it can set is 0.0");
  }

  @Test
  void refusesKeysThatDoNotGoTogether() {
    assertThat(
            problems(
                MODEL,
                """
                knobs:
                  - {knob: congestion.kmin, values: [1KB], from: 1KB}
                  - {knob: congestion.kmin, from: 1KB, to: 3KB, levls: 3}
                """))
        .hasSize(1)
        .first()
        .asString()
        .contains("levls");
    assertThat(
            problems(
                MODEL,
                """
                knobs:
                  - {knob: congestion.kmin, values: [1KB], from: 1KB}
                  - {knob: congestion.kmax, times: congestion.kmin, plus: congestion.kmin, from: 1, to: 2}
                """))
        .hasSize(2);
    assertThat(
            problems(
                MODEL, "knobs: [{knob: congestion.kmax, times: congestion.kmin, from: 1, to: 2}]"))
        .singleElement()
        .asString()
        .contains("congestion.kmin is no knob of this space");
  }

  @Test
  void patternsTakeDefaultRangesOfTheControlInUse() {
    assertThat(MODEL.matching(List.of("congestion.k*")).space().knobs())
        .containsExactly("congestion.kmin", "congestion.kmax");
    Space alone = MODEL.matching(List.of("congestion.kmax")).space();
    assertThat(alone.dimensions().getFirst().link()).isEmpty();
    KnobSpaces hpcc = new KnobSpaces(DeviceTables.NONE, Map.of("congestion.algorithm", "hpcc"));
    assertThat(hpcc.matching(List.of("congestion.*")).space().knobs())
        .contains("congestion.kmin")
        .doesNotContain("congestion.increaseTimer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.matching(List.of("congestion.nothing")))
        .withMessageContaining("matches no knob");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.matching(List.of("routing.hash")))
        .withMessageContaining("has no default range");
  }

  @Test
  void givesEachTierAKnobOfItsOwn() {
    Map<String, String> today =
        Map.of("congestion.kmin@leaf-*", "77KB", "congestion.kmin@spine-*", "300KB");
    KnobSpaces spaces =
        new KnobSpaces(
            DeviceTables.NONE,
            key -> Optional.ofNullable(today.get(key)),
            List.of("leaf-*", "spine-*"));
    Space space =
        spaces.read(
            """
            knobs:
              - {knob: congestion.k*, per: tier, levels: 4}
              - {knob: congestion.pmax, values: [0.1, 0.2], per: fabric}
            """,
            "space.yaml");
    assertThat(space.knobs())
        .containsExactly(
            "congestion.kmin@leaf-*",
            "congestion.kmin@spine-*",
            "congestion.pmax",
            "congestion.kmax@leaf-*",
            "congestion.kmax@spine-*");
    assertThat(space.dimensions().get(0).values()).contains("77KB").doesNotContain("300KB");
    assertThat(space.dimensions().get(3).link().orElseThrow().to())
        .isEqualTo("congestion.kmin@leaf-*");
    Map<String, String> preset =
        Map.of("congestion.kmin", "300KB", "congestion.kmax", "1MB", "congestion.pmax", "0.2");
    Candidate near = spaces.nearest(space, preset).orElseThrow();
    assertThat(near.settings()).containsEntry("congestion.kmin@spine-*", "300KB");
    assertThat(space.codes(near)).isPresent();
  }

  @Test
  void refusesTiersOfWhatIsNoSwitchs() {
    assertThat(problems(MODEL, "knobs: [{knob: congestion.cnpInterval, per: tier}]"))
        .singleElement()
        .asString()
        .startsWith("space.yaml:1:9: knobs.congestion.cnpInterval.per: ")
        .contains("one value for the fabric");
    assertThat(problems(MODEL, "knobs: [{knob: congestion.kmin, per: tier}]"))
        .singleElement()
        .asString()
        .contains("no names that tell them from the others");
  }

  @Test
  void todaysValuesAreValuesOfTheSpace() {
    Map<String, String> today =
        Map.of("congestion.kmin", "1600KB", "congestion.kmax", "6400KB", "congestion.pmax", "20%");
    KnobSpaces spaces = new KnobSpaces(DeviceTables.of(List.of("SONiC"), Map.of()), today);
    Space space =
        spaces.matching(List.of("congestion.kmin", "congestion.kmax", "congestion.pmax")).space();
    Candidate found = spaces.today(space).orElseThrow();
    assertThat(found.settings())
        .containsEntry("congestion.kmin", "1.6MB")
        .containsEntry("congestion.kmax", "6.4MB")
        .containsEntry("congestion.pmax", "0.2");
    assertThat(space.codes(found)).isPresent();
    assertThat(spaces.nearest(space, Map.of("congestion.kmin", "5KB", "congestion.kmax", "200KB")))
        .hasValueSatisfying(near ->
            assertThat(near.settings())
                .containsEntry("congestion.kmin", "5KB")
                .containsEntry("congestion.kmax", "200KB")
                .containsEntry("congestion.pmax", "0.2"));
  }

  @Test
  void todaysValueThatADeviceCannotSayIsNoPoint() {
    KnobSpaces spaces =
        new KnobSpaces(
            DeviceTables.of(List.of("Dell OS10"), Map.of()), Map.of("congestion.kmin", "99500B"));
    Space space = spaces.matching(List.of("congestion.kmin")).space();
    assertThat(spaces.today(space)).isEmpty();
  }
}
