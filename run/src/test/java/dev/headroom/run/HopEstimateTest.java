package dev.headroom.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
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

  /** Of 16,256 messages among 128 hosts each goes over two, four or six links. */
  @Test
  void shouldCountEachMessageOfAnAllToAll() {
    double hops =
        HopEstimate.of(
                scenario(
                    """
                    fabric: {topology: fat-tree, k: 8}
                    transport: {mtu: 4096}
                    workload: {type: all-to-all, size: 8KiB}
                    """))
            .hops();
    // of 127 peers 3 are at the host's switch and 12 more in its pod
    assertThat(hops).isCloseTo(128.0 * 2 * (3 * 2 + 12 * 4 + 112 * 6), within(1.0));
  }

  /** 8,192 hosts exchange 67 million messages: too many to look at each. */
  @Test
  @Tag("whole")
  void shouldEstimateManyMessagesByASample() {
    Scenario many =
        scenario(
            """
            fabric: {topology: fat-tree, k: 32}
            transport: {mtu: 4096}
            workload: {type: all-to-all, size: 8KiB}
            """);
    double packets = 2.0 * 8_192 * 8_191;
    double hops = HopEstimate.of(many).hops();
    // of 8,191 peers 15 are at the host's switch and 240 more in its pod
    double links = (15 * 2 + 240 * 4 + 7_936 * 6) / 8_191.0;
    assertThat(hops).isCloseTo(packets * links, withinPercentage(0.5));
  }

  /** A few long flows beside millions of short ones are most of the work. */
  @Test
  void shouldNotMissLongFlowsBesideManyShortOnes() {
    Scenario mixed =
        scenario(
            """
            fabric: {topology: fat-tree, k: 16}
            transport: {mtu: 4096}
            workload:
              - {type: all-to-all, size: 1KiB}
              - {type: flows, flows: [{from: host-0, to: host-1, size: 64GiB}]}
            """);
    double longOne = (64L << 30) / 4096.0;
    assertThat(HopEstimate.of(mixed).hops()).isGreaterThan(2 * longOne);
  }
}
