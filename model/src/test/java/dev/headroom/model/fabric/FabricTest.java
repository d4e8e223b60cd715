package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Settings;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FabricTest {
  static Iterable<Topology> shapes() {
    return Topologies.all();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldNumberTheLinksOfANodeInTheirOrder(Topology shape) {
    Fabric fabric = shape.build().apply(Settings.DEFAULTS);

    for (Node node : fabric.nodes()) {
      assertThat(fabric.ports().get(node.id()))
          .containsExactlyElementsOf(
              IntStream.range(0, fabric.links().size())
                  .filter(link -> isEnd(fabric.links().get(link), node))
                  .boxed()
                  .toList());
    }
  }

  /** Who asks for one node after another would have them gathered as often as there are nodes. */
  @ParameterizedTest
  @MethodSource("shapes")
  void shouldKnowTheLinksOfAllNodesOnceTheyWereAskedFor(Topology shape) {
    Fabric fabric = shape.build().apply(Settings.DEFAULTS);

    assertThat(fabric.ports()).isSameAs(fabric.ports());
  }

  private static boolean isEnd(Link link, Node node) {
    return link.a() == node.id() || link.b() == node.id();
  }
}
