package dev.headroom.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HopEstimateTest {
  private static Scenario scenario(String text) {
    return ScenarioReader.read(text, "x.yaml", List.of()) instanceof ScenarioReader.Good good
        ? good.scenario()
        : fail();
  }

  private static Scenario fail() {
    throw new AssertionError("not a scenario");
  }

  /** A packet of 4 KiB goes over two links of one switch, and over four across a spine. */
  @Test
  void shouldCountTheLinksOfEachPacket() {
    assertThat(
            HopEstimate.of(
                    scenario(
                        """
                        fabric: {topology: single, hosts: 2}
                        transport: {mtu: 4096}
                        workload: {type: flows, flows: [{from: host-0, to: host-1, size: 1MiB}]}
                        """))
                .hops())
        .isEqualTo(2 * 256);
    assertThat(
            HopEstimate.of(
                    scenario(
                        """
                        fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 1}
                        transport: {mtu: 4096}
                        workload: {type: flows, flows: [{from: host-0, to: host-1, size: 1MiB}]}
                        """))
                .hops())
        .isEqualTo(4 * 256);
  }

  @Test
  void shouldBeNearWhatARunCounts() {
    Scenario scenario =
        scenario(
            """
            fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4}
            congestion: none
            workload: {type: permutation, size: 1MiB}
            """);
    HopEstimate estimate = HopEstimate.of(scenario);
    long hops = ScenarioRun.of(scenario).run(RunListener.NONE).result().counts().packetHops();
    // the run counts ACKs too, which are fewer than packets
    assertThat((double) hops).isBetween(estimate.hops(), 2 * estimate.hops());
    assertThat(estimate.kind()).isEqualTo(HopEstimate.Kind.LIVE);
  }

  @Test
  void shouldCallLongWhatIsLong() {
    String text =
        "fabric: {topology: single, hosts: 17}\nworkload: {type: incast, fanIn: 16, size: %s}";
    assertThat(HopEstimate.of(scenario(text.formatted("1MiB"))).kind())
        .isEqualTo(HopEstimate.Kind.LIVE);
    assertThat(HopEstimate.of(scenario(text.formatted("100MiB"))).kind())
        .isEqualTo(HopEstimate.Kind.SHORT);
    assertThat(HopEstimate.of(scenario(text.formatted("10GiB"))).kind())
        .isEqualTo(HopEstimate.Kind.LONG);
  }
}
