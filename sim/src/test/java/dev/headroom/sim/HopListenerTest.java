package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.sim.measure.HopLog;
import dev.headroom.sim.measure.HopLog.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways of a flow's packets over a fabric of two leaves and eight spines. */
final class HopListenerTest {
  private static final int PACKETS = 64;

  private static Lab lab() {
    return Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=8", "fabric.hostsPerLeaf=8")
        .flow(0, 8, PACKETS * 4096, 0)
        .flow(1, 9, PACKETS * 4096, 0);
  }

  private static List<Hop> hops(HopLog log) {
    List<Hop> hops = new ArrayList<>();
    for (int at : log.inOrderOfTime()) {
      hops.add(log.hop(at));
    }
    return hops;
  }

  @Test
  void shouldTellEachPacketAtEachDeviceInOrderOfTime() {
    HopLog log = new HopLog(new int[] {1}, 10_000);
    Lab lab = lab();
    lab.run(RunOptions.DEFAULT.following(log));
    Map<Integer, List<Hop>> ways =
        hops(log).stream()
            .collect(Collectors.groupingBy(Hop::number, TreeMap::new, Collectors.toList()));
    assertThat(log.missed()).isZero();
    assertThat(ways).hasSize(PACKETS);
    ways.forEach((number, way) -> {
      assertThat(way).as("packet %d", number).hasSize(4).allMatch(hop -> hop.flow() == 1);
      assertThat(way).extracting(Hop::headPs).isSorted().doesNotHaveDuplicates();
      assertThat(way.getFirst().from()).isEqualTo(lab.node("host-1"));
      assertThat(way.getLast().to()).isEqualTo(lab.node("host-9"));
      for (int i = 1; i < way.size(); i++) {
        assertThat(way.get(i).from()).isEqualTo(way.get(i - 1).to());
      }
      assertThat(way).allMatch(hop -> hop.tailPs() > hop.headPs());
    });
  }

  @ParameterizedTest
  @CsvSource({"ecmp, 1", "spray, 8"})
  void shouldSeeHowManySpinesAFlowUses(String routing, int spines) {
    HopLog log = new HopLog(new int[] {0}, 10_000);
    Lab lab = lab().set(RoutingKnobs.ROUTING, routing);
    lab.run(RunOptions.DEFAULT.following(log));
    int leaf = lab.node("leaf-0");
    assertThat(hops(log).stream().filter(hop -> hop.from() == leaf).map(Hop::to).distinct())
        .hasSize(spines);
  }

  /** Of a packet that a link loses only the way before is told. */
  @Test
  void shouldNotTellWhatALinkLoses() {
    HopLog log = new HopLog(new int[] {0}, 100_000);
    Lab lab =
        Lab.shape(
                "leaf-spine",
                "fabric.leaves=2",
                "fabric.spines=8",
                "fabric.hostsPerLeaf=8",
                "fabric.links.loss=0.02")
            .flow(0, 8, PACKETS * 4096, 0);
    Lab.Outcome outcome = lab.run(RunOptions.DEFAULT.following(log));
    long begun = hops(log).stream().filter(hop -> hop.to() == lab.node("leaf-0")).count();
    long came = hops(log).stream().filter(hop -> hop.to() == lab.node("host-8")).count();
    assertThat(outcome.run().counts().drops()).isNotEmpty();
    assertThat(came).isLessThan(begun);
  }

  @Test
  void shouldChangeNoResultAndKeepOnlyWhatThereIsRoomFor() {
    String alone = lab().run().run().digest();
    HopLog small = new HopLog(new int[] {0, 1}, 100);
    assertThat(lab().run(RunOptions.DEFAULT.following(small)).run().digest()).isEqualTo(alone);
    assertThat(small.size()).isEqualTo(100);
    assertThat(small.missed()).isEqualTo(2 * PACKETS * 4 - 100);
    HopLog parallel = new HopLog(new int[] {0, 1}, 10_000);
    RunOptions cut = new RunOptions(2, 4, false).following(parallel);
    assertThat(lab().run(cut).run().digest()).isEqualTo(alone);
    HopLog one = new HopLog(new int[] {0, 1}, 10_000);
    lab().run(RunOptions.DEFAULT.following(one));
    assertThat(hops(parallel)).isEqualTo(hops(one));
  }
}
