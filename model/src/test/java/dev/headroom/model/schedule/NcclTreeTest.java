package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NcclTreeTest {
  private static final Machine MACHINE = MachineCatalogue.named("sd665n-h100").orElseThrow();

  /**
   * NCCL 2.26.2's log of two such machines without GPUDirect, whose trees are balanced ones: {@code
   * Trees [0] 1/4/-1->0->-1}, {@code [4] 1/-1/-1->0->4}; with it, simple ones, the same.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldHangTheOnlyOtherMachineOnTheHead(boolean simple) {
    NcclTree tree = tree(2, simple);
    assertThat(children(tree, 0, 0)).containsExactlyInAnyOrder(1, 4);
    assertThat(children(tree, 0, 4)).containsExactly(5);
    assertThat(tree.parent(4, 0)).isEqualTo(4);
    assertThat(children(tree, 1, 1)).contains(5);
  }

  /** Machine 2 of four has 1 and 3 below it in the first tree. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldHangTheFirstOfTwoOnTheNextGpuOfABalancedTree(boolean simple) {
    NcclTree tree = tree(4, simple);
    int gpus = MACHINE.gpus();
    int head = 2 * gpus;
    assertThat(tree.parent(0, gpus)).isEqualTo(simple ? head : head + 1);
    assertThat(tree.parent(0, 3 * gpus)).isEqualTo(head);
    assertThat(children(tree, 0, head + 1).contains(gpus)).isEqualTo(!simple);
  }

  private static NcclTree tree(int machines, boolean simple) {
    ClusterLayout layout = new ClusterLayout(new Cluster(MACHINE, machines, false));
    ChannelGraph graph = ChannelGraph.nvlink(4, 24, 24);
    return new NcclTree(
        layout, NcclProtocol.SIMPLE, 8, simple ? graph.asSimpleTree() : graph, 1, 1);
  }

  private static List<Integer> children(NcclTree tree, int channel, int rank) {
    return IntStream.range(0, 3)
        .map(which -> tree.child(channel, rank, which))
        .filter(child -> child != DoubleTree.NONE)
        .boxed()
        .toList();
  }
}
