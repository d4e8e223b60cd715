package dev.headroom.sim.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.sim.Lab;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionerTest {
  private static Fabric fabric(String shape, String... parameters) {
    return Lab.shape(shape, parameters).flow(0, 1, 1, 0).scenario().fabric();
  }

  private static Fabric fatTree(int k) {
    return fabric("fat-tree", "fabric.k=" + k, "fabric.links.delay=1us");
  }

  private static PartitionPlan cut(Fabric fabric, int parts) {
    return Partitioner.cut(fabric, parts, List.of());
  }

  private static int[] sizes(Fabric fabric, PartitionPlan partitionPlan) {
    int[] hosts = new int[partitionPlan.count()];
    for (Node host : fabric.hosts()) {
      hosts[partitionPlan.of()[host.id()]]++;
    }
    return hosts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16})
  void shouldJoinNoTwoOfTheSameSide(int parts) {
    for (Fabric fabric :
        List.of(
            fatTree(8),
            fabric("leaf-spine", "fabric.leaves=12", "fabric.spines=5"),
            fabric("rail-optimized", "fabric.servers=16", "fabric.serversPerPod=4"))) {
      PartitionPlan cut = cut(fabric, parts);
      assertThat(cut.below()).isBetween(2, parts);
      assertThat(cut.count()).isGreaterThan(cut.below());
      assertThat(Arrays.stream(cut.of()).distinct().count()).isEqualTo(cut.count());
      for (Link link : fabric.links()) {
        int a = cut.of()[link.a()];
        int b = cut.of()[link.b()];
        assertThat(a == b || (a < cut.below()) != (b < cut.below())).isTrue();
      }
      assertThat(fabric.hosts()).allMatch(host -> cut.of()[host.id()] < cut.below());
    }
  }

  @Test
  void shouldKeepPodsWholeAndEvenlyFilled() {
    Fabric fabric = fatTree(8);
    PartitionPlan cut = cut(fabric, 4);
    assertThat(Arrays.copyOf(sizes(fabric, cut), cut.below())).containsOnly(32);
    assertThat(cut.lookaheadPs(fabric)).isEqualTo(Lab.US);
  }

  /** A pod of all hosts would leave one thread all the work. */
  @Test
  void shouldCutByAtomsWherePiecesAreTooLarge() {
    Fabric fabric = fatTree(4);
    PartitionPlan cut = cut(fabric, 32);
    assertThat(cut.below()).isEqualTo(cut.count());
    assertThat(sizes(fabric, cut)).contains(2).doesNotContain(4);
  }

  @Test
  void shouldHaveOneSideWhereSwitchesOnTopHaveHosts() {
    Fabric ring = fabric("ring", "fabric.length=6", "fabric.links.delay=1us");
    PartitionPlan cut = cut(ring, 3);
    assertThat(cut.below()).isEqualTo(cut.count()).isEqualTo(3);
  }

  @Test
  void shouldKeepTogetherWhatAShortWireJoins() {
    Fabric near = fabric("fat-tree", "fabric.k=4", "fabric.links.delay=50ns");
    PartitionPlan cut = cut(near, 4);
    assertThat(cut.of()).containsOnly(0);
  }
}
