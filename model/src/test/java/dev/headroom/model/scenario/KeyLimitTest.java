package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What has more keys than a scenario can have is refused where that is seen. */
final class KeyLimitTest {
  private static String keys(int count, String form, String between) {
    return IntStream.range(0, count).mapToObj(form::formatted).collect(Collectors.joining(between));
  }

  @Test
  void shouldSayInOneProblemThatABlockHasTooMany() {
    expectRefused(keys(300_000, "key%1$d: 1", "\n"));
  }

  @Test
  void shouldSayInOneProblemThatBracketsHaveTooMany() {
    expectRefused("workload: {" + keys(30_000, "k%1$d: [{a: 1}]", ", ") + "}\n");
  }

  private static void expectRefused(String text) {
    assertThat(ScenarioReader.read(text, "many.yaml", List.of()))
        .isInstanceOfSatisfying(
            ScenarioReader.Bad.class,
            bad ->
                assertThat(bad.toString())
                    .contains("this block has more than 20,000 keys")
                    .hasSizeLessThan(1_000));
  }

  @Test
  void shouldTakeADistributionOfThousandsOfPoints() {
    String points = keys(9_999, "%1$dB: 0.01%%", ", ").replace("0B:", "10001B:");
    String text =
        """
        fabric: {topology: single, hosts: 4, links: {rate: 100Gbps}}
        workload: {type: poisson, load: 0.1, duration: 1us, sizes: {%s}}
        """
            .formatted(points);
    assertThat(ScenarioReader.read(text, "points.yaml", List.of()).toString())
        .doesNotContain("more than 20,000 keys");
  }

  @Test
  void shouldSetNoLimitToLists() {
    String flows = keys(60_000, "{from: host-0, to: host-1, size: 1KB}", ", ");
    String text =
        """
        fabric: {topology: single, hosts: 4, links: {rate: 100Gbps}}
        workload: {type: flows, flows: [%s]}
        """
            .formatted(flows);
    assertThat(ScenarioReader.read(text, "long.yaml", List.of()))
        .isInstanceOf(ScenarioReader.Good.class);
  }
}
