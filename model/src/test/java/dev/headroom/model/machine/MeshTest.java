package dev.headroom.model.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.GpuPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines whose GPUs have a link to each other one, and no switch. */
final class MeshTest {
  private static final Machine MI300X = MachineCatalogue.named("mi300x").orElseThrow();

  private record Link(int from, int to) {}

  private static List<Link> links(GpuPaths rings, boolean closed) {
    List<Link> links = new ArrayList<>();
    for (List<Integer> order : rings.orders()) {
      for (int i = 0; i + 1 < order.size(); i++) {
        links.add(new Link(order.get(i), order.get(i + 1)));
      }
      if (closed) {
        links.add(new Link(order.getLast(), order.getFirst()));
      }
    }
    return links;
  }

  /** The rings of RCCL's log, which say nothing of links, leave none out and use none twice. */
  @Test
  void shouldUseEachLinkOnceWhereRingsLeaveByNics() {
    List<Link> links = links(MI300X.found().several().ring().paths(), false);
    assertThat(links).hasSize(56).doesNotHaveDuplicates();
  }

  @Test
  void shouldEnterAndLeaveByEachGpuOnce() {
    List<List<Integer>> orders = MI300X.found().several().ring().paths().orders();
    assertThat(orders).extracting(List::getFirst).doesNotHaveDuplicates().hasSize(8);
    assertThat(orders).extracting(List::getLast).doesNotHaveDuplicates().hasSize(8);
  }

  /** So do the trees of that log, whose chains pass seven links each, down and up. */
  @Test
  void shouldUseEachLinkOnceByTrees() {
    List<Link> links = links(MI300X.found().several().tree().paths(), false);
    assertThat(links).hasSize(56).doesNotHaveDuplicates();
  }

  /** With seven rings and the same the other way round each link has two of them. */
  @Test
  void shouldUseEachLinkAlikeOnOneMachine() {
    List<Link> links = links(MI300X.found().oneMachine().ring().paths(), true);
    assertThat(links).hasSize(112);
    assertThat(Set.copyOf(links))
        .hasSize(56)
        .allSatisfy(link -> assertThat(links).filteredOn(link::equals).hasSize(2));
  }

  /** As many links are left as there are GPUs to be joined, whatever the number of channels. */
  @ParameterizedTest
  @CsvSource({"mi300x, 4, 144", "mi300x, 2, 48", "sd665n-h100, 2, 123.6", "dgx-h100, 4, 370.8"})
  void shouldLoseTheLinksToThoseLeftOut(String name, int some, double peerGBps) {
    Machine part = MachineCatalogue.named(name).orElseThrow().first(some);
    assertThat(part.peers().peerGBps()).isCloseTo(peerGBps, within(1e-9));
    for (ChannelGraph graph :
        List.of(part.found().oneMachine().ring(), part.found().several().ring())) {
      assertThat(graph.channels() * graph.intraGBps()).isLessThanOrEqualTo(peerGBps + 1e-9);
    }
  }
}
