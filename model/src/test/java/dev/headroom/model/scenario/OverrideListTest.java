package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.yaml.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

final class OverrideListTest {
  private static final String FABRIC =
      """
      fabric: {topology: leaf-spine, leaves: 12, spines: 3, hostsPerLeaf: 2}
      workload: {type: incast, fanIn: 2, size: 1KB}
      overrides:
      """;

  private static final List<String> SELECTIONS =
      List.of("leaf-1", "leaf-1*", "leaf-*", "*", "spine-2", "*-1", "host-*", "l*f*", "leaf-11");

  /** As the definition has it: one after the other over what holds everywhere. */
  private static Settings oneByOne(Scenario scenario, Node node) {
    Settings result = scenario.settings();
    for (Scenario.Override override : scenario.overrides()) {
      if (!override.isOfLinks() && Glob.of(override.select()).test(node.name())) {
        result = result.with(override.settings());
      }
    }
    return result;
  }

  @Test
  void shouldLayThemOverEachOtherInTheOrderOfTheFile() {
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      String drawn =
          IntStream.range(0, 30)
              .mapToObj(n ->
                  "  - {select: '%s', congestion.k%s: %dKB}"
                      .formatted(
                          SELECTIONS.get(random.nextInt(SELECTIONS.size())),
                          random.nextBoolean() ? "min" : "max",
                          100 + random.nextInt(5)))
              .filter(line -> !line.contains("host"))
              .collect(Collectors.joining("\n"));
      String text =
          FABRIC + "  - {select: '*', congestion.kmax: 9MB}\n" + drawn.replace("kmax", "kmin");
      Scenario scenario = Scenarios.good(text);
      for (Node node : scenario.fabric().nodes()) {
        assertThat(scenario.at(node))
            .as("%s of %s", node, text)
            .isEqualTo(oneByOne(scenario, node));
      }
      assertThat(scenario.overrides()).hasSizeGreaterThan(10);
      assertThat(scenario.withOverrides(List.copyOf(scenario.overrides()))).isEqualTo(scenario);
    }
  }

  /** Kmin of every other one is above the Kmax that a later one sets for all. */
  @Test
  void shouldSayOfEachWhatIsWrongWhereItMeetsOthers() {
    assertThat(
            Scenarios.bad(
                FABRIC
                    + "  - {select: leaf-2, congestion.kmin: 300KB}\n"
                    + "  - {select: leaf-3, congestion.kmin: 100KB}\n"
                    + "  - {select: 'leaf-4/*', congestion.kmin: 400KB}\n"
                    + "  - {select: '*', congestion.kmax: 200KB}\n"))
        .extracting(problem -> problem.line() + ": " + problem.what())
        .containsExactly(
            "4: kmin 300KB is above kmax 200KB for ports of 400Gbps",
            "6: kmin 400KB is above kmax 200KB for ports of 400Gbps",
            "7: kmin 1.6MB is above kmax 200KB for ports of 400Gbps");
  }

  @Test
  void shouldReadThousandsOfThem() {
    String many =
        IntStream.range(0, 4_000)
            .mapToObj(n ->
                "  - {select: leaf-%d%s, congestion.kmin: %dKB}"
                    .formatted(n % 64, n % 3 == 0 ? "*" : "", 10 + n % 300))
            .collect(Collectors.joining("\n"));
    Scenario scenario =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () ->
                Scenarios.good(
                    FABRIC.replace("leaves: 12", "leaves: 64").replace("Leaf: 2", "Leaf: 32")
                        + many));
    assertThat(scenario.overrides()).hasSize(4_000);
  }

  @Test
  void shouldNotLookForWhatThousandsOfSlipsMeant() {
    String many =
        IntStream.range(0, 20_000)
            .mapToObj(n -> "  - {select: laef-%d, congestion.kmin: 10KB}".formatted(n))
            .collect(Collectors.joining("\n"));
    assertThat(
            Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> Scenarios.bad(FABRIC.replace("Leaf: 2", "Leaf: 100") + many)))
        .hasSize(100)
        .first()
        .extracting(Problem::what)
        .isEqualTo("'laef-0' selects no node; did you mean 'leaf-0'?");
  }
}
