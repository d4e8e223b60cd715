package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.sim.measure.PortResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How flows spread over equal paths. */
final class EcmpTest {

  /**
   * Each leaf has a salt of its own, so a run with many is as many throws. With a thousand salts
   * and so many leaves the standard error is 0.2 %.
   */
  @ParameterizedTest(name = "{0} flows over {0} links, {1} leaves")
  @CsvSource("8, 8")
  void shouldKeepAsManyLinksBusyAsThrowingDiceWould(int n, int leaves) {
    int salts = 1_000;
    long busy = 0;
    for (int salt = 0; salt < salts; salt++) {
      Lab lab =
          Lab.shape(
                  "leaf-spine",
                  "fabric.leaves=" + leaves,
                  "fabric.spines=" + n,
                  "fabric.hostsPerLeaf=" + n)
              .set(RunKnobs.SEED, Integer.toString(salt));
      for (int i = 0; i < n * leaves; i++) {
        lab.flow(i, (i + n) % (n * leaves), 100, 0);
      }
      Lab.Outcome outcome = lab.run();
      for (int leaf = 0; leaf < leaves; leaf++) {
        busy += used(outcome, lab.node("leaf-" + leaf), n).size();
      }
    }
    double expected = 1 - Math.pow(1 - 1.0 / n, n);
    assertThat((double) busy / salts / n / leaves).isCloseTo(expected, within(0.01 * expected));
  }

  @Tag("whole")
  @ParameterizedTest(name = "{0} flows over {0} links, {1} leaves")
  @CsvSource({"4, 16", "16, 4", "32, 2"})
  void shouldDoSoOverFewerAndMoreLinks(int n, int leaves) {
    shouldKeepAsManyLinksBusyAsThrowingDiceWould(n, leaves);
  }

  /** The uplinks of a leaf that carried data; hosts come first. */
  private static List<PortResult> used(Lab.Outcome outcome, int node, int firstUplink) {
    return outcome.run().ports().stream()
        .filter(p -> p.node() == node && p.port() >= firstUplink && p.dataBytes() > 0)
        .toList();
  }

  @Test
  void shouldPolariseWithoutASaltAndNotWithOne() {
    // Of the four uplinks of each second-tier switch only one can be used by flows that the first
    // tier sent there, since both look at the same bits of the same hash.
    assertThat(secondTierUplinksInUse("none")).isEqualTo(8 * 4);
    assertThat(secondTierUplinksInUse("switch")).isGreaterThan(8 * 4 * 3);
  }

  /** Of a fat tree of eight pods with four aggregation switches each, four uplinks a switch. */
  private static int secondTierUplinksInUse(String salt) {
    Lab lab = Lab.shape("fat-tree", "fabric.k=8").set(RoutingKnobs.SALT, salt);
    int hosts = 128;
    for (int i = 0; i < hosts; i++) {
      for (int k = 0; k < 8; k++) {
        lab.flow(i, (i + 16 + 13 * k) % hosts, 100, 0);
      }
    }
    Lab.Outcome outcome = lab.run();
    int inUse = 0;
    var fabric = lab.scenario().fabric();
    for (PortResult port : outcome.run().ports()) {
      boolean up =
          fabric.nodes().get(port.node()).tier() == 2
              && fabric.nodes().get(port.peer()).tier() == 3;
      inUse += up && port.dataBytes() > 0 ? 1 : 0;
    }
    return inUse;
  }

  @Test
  void shouldTakeTheSamePathForEveryPacketOfAFlow() {
    Lab lab = Lab.shape("leaf-spine", "fabric.spines=8").flow(0, 15, 10_000_000, 0);
    Lab.Outcome outcome = lab.run();
    assertThat(used(outcome, lab.node("leaf-0"), 4)).hasSize(1);
    assertThat(outcome.run().counts().retransmissions()).isZero();
  }
}
