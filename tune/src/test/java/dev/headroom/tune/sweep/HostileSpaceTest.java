package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.tune.space.DeviceTables;
import dev.headroom.tune.space.KnobSpaces;
import dev.headroom.tune.space.Space;
import dev.headroom.tune.space.SpaceReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Space files with numbers that nobody means, read by a search and by a sweep. */
final class HostileSpaceTest {
  private static final int FILES = 1_000;

  private static final List<String> TIERS = List.of("leaf-*", "spine-*");
  private static final Map<String, String> TODAY =
      Map.of("congestion.kmin", "800KB", "congestion.kmax", "3200KB", "congestion.pmax", "0.2");
  private static final KnobSpaces SEARCH =
      new KnobSpaces(DeviceTables.NONE, key -> Optional.ofNullable(TODAY.get(key)), TIERS);
  private static final SpaceReader SWEEP =
      new SpaceReader(key -> Optional.ofNullable(TODAY.get(key)), TIERS);

  private static final List<String> KNOBS =
      List.of(
          "congestion.kmin",
          "congestion.kmax",
          "congestion.pmax",
          "congestion.cnpInterval",
          "hosts.drain",
          "congestion.k*",
          "fabric.cable",
          "fabric.switches.trimClass",
          "routing.algorithm",
          "fabric.switches.alpha");
  private static final List<String> FAIR =
      List.of("1KB", "50KB", "300KB", "0.1", "0.5", "4us", "64us", "2", "7");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "-0",
          "1",
          "2",
          "5.5",
          "1e-400",
          "1e308",
          "1e999",
          "NaN",
          "Infinity",
          "0x10",
          "1d",
          "99999999999999999999",
          "9223372036854775807",
          "-9223372036854775808",
          "0B",
          "1B",
          "50KB",
          "-50KB",
          "300KB",
          "9000000TB",
          "1e3KB",
          "4us",
          "-4us",
          "100000s",
          "1ps",
          "40Mbps",
          "9000000Tbps",
          "3m",
          "-3m",
          "~",
          "\"\"",
          "[1, 2]",
          "{}",
          "true",
          "10%",
          "1,5",
          "1_000");
  private static final List<String> COUNTS =
      List.of(
          "-1",
          "0",
          "1",
          "2",
          "5",
          "1000",
          "1001",
          "99999999999",
          "999999999999999999",
          "9999999999999999999",
          "1.5",
          "NaN",
          "many");

  private final Random random = new Random(7);

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String item() {
    List<String> keys = new ArrayList<>(List.of("knob: " + any(KNOBS)));
    String from = any(random.nextBoolean() ? FAIR : NUMBERS);
    String to = any(random.nextBoolean() ? FAIR : NUMBERS);
    switch (random.nextInt(6)) {
      case 0 -> keys.addAll(List.of("from: " + from, "to: " + to));
      case 1 -> keys.addAll(List.of("from: " + from, "to: " + to, "levels: " + any(COUNTS)));
      case 2 -> keys.addAll(List.of("from: " + from, "to: " + to, "step: " + any(NUMBERS)));
      case 3 ->
          keys.addAll(
              List.of(
                  (random.nextBoolean() ? "times: " : "plus: ") + any(KNOBS),
                  "from: " + from,
                  "to: " + to,
                  "most: " + any(NUMBERS)));
      case 4 -> keys.add("values: [" + from + ", " + to + "]");
      default -> keys.add("levels: " + any(COUNTS));
    }
    if (random.nextInt(4) == 0) {
      keys.add(random.nextBoolean() ? "scale: log" : "scale: linear");
    }
    if (random.nextInt(8) == 0) {
      keys.add("per: tier");
    }
    return "  - {" + String.join(", ", keys) + "}\n";
  }

  private String file() {
    StringBuilder text = new StringBuilder("knobs:\n");
    int items = 1 + random.nextInt(3);
    for (int i = 0; i < items; i++) {
      text.append(item());
    }
    return text.toString();
  }

  @Test
  void shouldReadOrRefuseEachFileWithItsLine() {
    int read = 0;
    for (int i = 0; i < FILES; i++) {
      String text = file();
      try {
        read += search(text) + sweep(text);
      } catch (RuntimeException e) {
        throw new AssertionError("reading\n" + text, e);
      }
    }
    assertThat(read).as("files that are right").isGreaterThan(50);
  }

  /** 1 if the file is a space, each corner of which has settings. */
  private static int search(String text) {
    YamlProblems problems = new YamlProblems();
    Optional<Space> space = SEARCH.read(text, "space.yaml", problems);
    if (space.isEmpty()) {
      assertThat(problems.inOrder())
          .as(text)
          .isNotEmpty()
          .extracting(Problem::toString)
          .allMatch(problem -> problem.startsWith("space.yaml:"));
      return 0;
    }
    int size = space.get().size();
    for (double corner : new double[] {0, 0.5, 1}) {
      double[] unit = new double[size];
      Arrays.fill(unit, corner);
      assertThat(space.get().candidate(space.get().codes(unit)).settings()).hasSize(size);
    }
    SEARCH.nearest(space.get(), Map.of());
    return 1;
  }

  /** 1 if the file is a space, some points of which have settings. */
  private static int sweep(String text) {
    List<SweptKey> keys;
    try {
      keys = SweptSpace.read(text, "space.yaml", SWEEP);
    } catch (SweepException e) {
      assertThat(String.valueOf(e.getMessage()).lines())
          .as(text)
          .allMatch(line -> line.startsWith("space.yaml:"));
      return 0;
    }
    SettingsSource settings = new SampledSettings(keys, Sampling.parse("sobol:8"));
    for (long number = 0; number < settings.count(); number++) {
      assertThat(settings.settings(number)).hasSize(keys.size());
    }
    return 1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{knob: congestion.kmin, from: 300KB, to: 50KB, levels: 3}; from",
        "{knob: congestion.cnpInterval, from: 64us, to: 4us}; from",
        "{knob: hosts.drain, from: 400Mbps, to: 5Mbps}; from",
        "{knob: congestion.pmax, from: 0.5, to: 0.1}; from",
        "{knob: hosts.pcie.lanes, from: 7, to: 3}; from",
        "{knob: congestion.kmin, from: 50KB, to: 50KB}; from",
        "{knob: congestion.kmin, from: 50KB, to: 60KB, levels: 99999999999}; levels: 99999999999",
        "{knob: congestion.kmin, from: 50KB, to: 60KB, levels: 0}; 2 to 1,000",
        "{knob: congestion.kmin, from: 50KB, to: 60KB, levels: 1001}; 2 to 1,000",
        "{knob: congestion.kmin, from: 50KB, to: 60KB, step: -1KB}; not above 0",
        "{knob: congestion.pmax, from: 0.1, to: NaN}; NaN",
        "{knob: congestion.pmax, from: 0.1, to: 1e999}; 1e999",
      })
  void shouldRefuseInBothCommands(String item, String why) {
    String text = "knobs:\n  - " + item;
    YamlProblems problems = new YamlProblems();
    assertThat(SEARCH.read(text, "space.yaml", problems)).isEmpty();
    assertThat(problems.inOrder())
        .singleElement()
        .asString()
        .startsWith("space.yaml:2:")
        .contains(why);
    assertThatThrownBy(() -> SweptSpace.read(text, "space.yaml", SWEEP))
        .isInstanceOf(SweepException.class)
        .hasMessageStartingWith("space.yaml:2:")
        .hasMessageContaining(why);
  }

  @Test
  void shouldNotSearchBeyondARangeForTodaysValue() {
    Space space =
        SEARCH.read(
            "knobs: [{knob: congestion.kmin, from: 50KB, to: 200KB, levels: 3}]", "space.yaml");
    assertThat(space.dimensions().getFirst().values())
        .as("the range, and today's 800 KB")
        .containsExactly("50KB", "100KB", "200KB", "800KB");
  }
}
