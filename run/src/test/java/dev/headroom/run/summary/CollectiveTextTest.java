package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of an all-reduce: run, not made up. */
final class CollectiveTextTest {
  private static final String FABRIC =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 4}
      workload: {type: all-reduce, size: 4MiB}
      """;

  @Test
  void shouldBeContentWithBusyNics() {
    Headline headline = headline("workload.size=16MiB");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.COLLECTIVE);
    assertThat(headline.text())
        .matches(
            "The all-reduce took .* us, a busbw of 4\\d\\.\\d GB/s; its NICs were busy "
                + "9\\d % of the time\\.");
  }

  /**
   * Drawn at random, most steps of a ring leave their leaf, and ECMP lays some on the same link.
   */
  @Test
  void shouldNameTheLinkThatAllWaitFor() {
    Headline headline = headline("workload.order=shuffled");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text())
        .containsPattern(
            ": (leaf|spine)-\\d → (leaf|spine)-\\d carried \\d\\.\\d+ times the mean of "
                + "the 8 links of its kind");
  }

  @Test
  void shouldSayThatSmallMessagesWaitForLatency() {
    Headline headline = headline("workload.size=64KiB");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text()).contains(": the rest is latency: even the slowest 1 % of");
  }

  /** Engines of 50 Gb/s in NICs of 400: most of the time is theirs. */
  @Test
  void shouldSayThatAllWaitForSums() {
    Headline headline = headline("workload.type=nic-collective", "workload.reduceRate=50Gbps");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text())
        .containsPattern(
            ": the reduction \\(adding\\) took [78]\\d % of it, at workload.reduceRate");
    assertThat(headline("workload.type=nic-collective").text()).doesNotContain("adding up");
  }

  /** Through memory of hosts a channel has 20 GB/s, whatever the network could. */
  @Test
  void shouldNameTheChannelsThatAllWaitFor() {
    Headline headline =
        headline(
            "workload={type: nccl, machine: dgx-h100, algorithm: ring, peerLevel: LOC, size: 64MiB}");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text())
        .containsPattern(": the busiest channel of its GPUs moved data for 9\\d(\\.\\d)? % of it");
  }

  /** Two cores for networking cannot fill 400 Gb/s, and no link is to blame for it. */
  @Test
  void shouldNameTheCoresThatAllWaitFor() {
    Headline headline = headline("transport=tcp", "workload.type=all-to-all");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text())
        .containsPattern(": on the busiest host, the 2 cores for networking had a load of 9\\d %");
  }

  /** A ring has one connection each way: of two cores one does nearly all. */
  @Test
  void shouldNameOneCoreThatAllWaitFor() {
    Headline headline = headline("transport=tcp", "workload.size=64MiB");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.SLOW_COLLECTIVE);
    assertThat(headline.text())
        .containsPattern(": one core for networking was busy 9\\d(\\.\\d)? % of it");
  }

  /** Not lost but overtaken: the sentence names both settings, and the way out is one. */
  @Test
  void shouldSayWhyNothingWasLostAndYetSentAgain() {
    Headline headline = headline("workload.order=shuffled", "routing.algorithm=spray");
    assertThat(headline.kind()).isEqualTo(Headline.Kind.LOSS);
    assertThat(headline.text())
        .startsWith("No packet was lost and ")
        .contains(
            "routing.algorithm spray, and transport.recovery go-back-n treats reordering as "
                + "loss");
    assertThat(
            headline(
                    "workload.order=shuffled",
                    "routing.algorithm=spray",
                    "transport.recovery=out-of-order")
                .kind())
        .isNotEqualTo(Headline.Kind.LOSS);
  }

  private static Headline headline(String... sets) {
    if (!(ScenarioReader.read(FABRIC, "s.yaml", List.of(sets))
        instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true);
    return RunSummary.of(good.scenario(), result, tally).headline();
  }
}
