package dev.headroom.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.sim.Lab;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PumpLab;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ResilientHashTest {
  private static final int BUCKETS = 128;

  /** The uplinks of a leaf. */
  private final Port[] all = uplinks();

  private static Port[] uplinks() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=8", "fabric.hostsPerLeaf=2");
    SimulatedNetwork network = new PumpLab(lab.scenario(), 4174).network;
    Port[] ports = network.ports()[lab.node("leaf-0")];
    return Arrays.copyOfRange(ports, 2, ports.length);
  }

  private Port[] without(Port... failed) {
    return Stream.of(all).filter(hop -> !Arrays.asList(failed).contains(hop)).toArray(Port[]::new);
  }

  private Port[] table(Port[] now) {
    return ResilientHash.buckets(all, now, BUCKETS);
  }

  private static int moved(Port[] from, Port[] to) {
    int moved = 0;
    for (int i = 0; i < from.length; i++) {
      moved += from[i] == to[i] ? 0 : 1;
    }
    return moved;
  }

  @Test
  void shouldShareBucketsEvenly() {
    assertThat(all).hasSize(8);
    for (Port hop : all) {
      assertThat(Stream.of(table(all)).filter(hop::equals).count()).isEqualTo(16);
    }
  }

  @Test
  void shouldMoveOnlyTheBucketsOfTheOneThatFailed() {
    Port[] after = table(without(all[3]));
    assertThat(moved(table(all), after)).isEqualTo(BUCKETS / 8);
    assertThat(after).doesNotContain(all[3]);
    assertThat(Stream.of(after).distinct()).hasSize(7);
  }

  @Test
  void shouldMoveNoBucketOfOthersWhenAnotherFailsAndGiveThemBack() {
    Port[] first = table(without(all[3]));
    Port[] both = table(without(all[3], all[6]));
    for (int i = 0; i < BUCKETS; i++) {
      if (first[i] != all[6]) {
        assertThat(both[i]).isSameAs(first[i]);
      }
    }
    assertThat(moved(both, table(without(all[3])))).isEqualTo(moved(first, both));
    assertThat(table(all)).containsExactly(ResilientHash.buckets(all, all, BUCKETS));
  }

  @Test
  void shouldNeedNoBucketsForOneHop() {
    Port[] one = {all[5]};
    assertThat(table(one)).containsExactly(all[5]);
    assertThat(table(new Port[0])).isEmpty();
  }
}
