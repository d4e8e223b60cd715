package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fabric.wear} as people write it. */
final class WearReaderTest {
  private static String file(String wear) {
    return "fabric:\n  topology: leaf-spine\n  failures: [{link: leaf-1/spine-1, down: 1ms}]\n  wear: "
        + wear
        + "\nworkload: permutation\n";
  }

  @Test
  void shouldTakeAllLinksThatANameMatches() {
    Scenario scenario = Scenarios.good(file("[{link: leaf-0/*, airflow: 60%}]"));
    long links =
        scenario.fabric().links().stream()
            .filter(link -> isLeaf0(scenario, link.a()) || isLeaf0(scenario, link.b()))
            .count();
    assertThat(scenario.wear()).hasSize(Math.toIntExact(links));
  }

  private static boolean isLeaf0(Scenario scenario, int node) {
    return "leaf-0".equals(scenario.fabric().nodes().get(node).name());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {link: a}                                           | instead of a list
          [3]                                                 | instead of a block
          [{airflow: 1}]                                      | it is missing
          [{link: leaf-0/spin-0}]                             | there is no link
          [{link: leaf-0/spine-0, airflow: 0}]                | 0
          [{link: leaf-0/spine-0, air: 1}]                    | there is no such key
          [{link: leaf-0/spine-0}, {link: leaf-0/*}]          | already
          [{link: leaf-1/spine-1}]                            | already
          [{link: leaf-0/spine-0, from: 2ms, until: 1ms}]     | must be after
          [{link: leaf-0/spine-0, power: 3, idlePower: 4}]    | exceeds its power
          """)
  void shouldSayWhatIsWrong(String wear, String what) {
    assertThat(Scenarios.bad(file(wear)))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.toString()).contains(what));
  }

  @Test
  void shouldReadItInAGraphToo() {
    Scenario scenario =
        Scenarios.good(
            """
            fabric:
              nodes: {hosts: [a, b], switches: s}
              links: [{a: "a, b", b: s}]
              wear: [{link: a/s, airflow: 60%}]
            workload: permutation
            """);
    assertThat(scenario.wear()).hasSize(1);
    Scenarios.assertEqual(Scenarios.good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldReadBackTheLinksOfAGraph() {
    Scenario scenario =
        Scenarios.good(
            """
            fabric:
              topology: graph
              nodes: {hosts: [host-0..1], switches: [leaf-0]}
              links:
                - {a: host-0, b: leaf-0, rate: 100Gbps, delay: 1us}
                - {a: host-1, b: leaf-0, rate: 100Gbps, delay: 1us}
              wear: [{link: host-1/leaf-0, airflow: 50%, lost: 2}]
            workload: permutation
            """);
    assertThat(scenario.wear()).hasSize(1);
    Scenarios.assertEqual(Scenarios.good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldReadBackWhatItWrites() {
    Scenario scenario =
        Scenarios.good(
            file("[{link: leaf-0/*, lost: 1.25, from: 1ms, until: 2ms}, {link: host-9/*}]"));
    Scenarios.assertEqual(Scenarios.good(ScenarioWriter.write(scenario)), scenario);
  }
}
