package dev.headroom.sim.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.sim.Lab;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CoScheduledDevicesTest {
  private static final long NEVER = Long.MAX_VALUE;

  private static Fabric fabric(String shape, String... parameters) {
    return Lab.shape(shape, parameters).flow(0, 1, 1, 0).scenario().fabric();
  }

  private static CoScheduledDevices stations(Fabric fabric) {
    return CoScheduledDevices.of(fabric, List.of(), NEVER);
  }

  @Test
  void shouldPutEachWireBetweenTwoSides() {
    for (Fabric fabric :
        List.of(
            fabric("fat-tree", "fabric.k=4", "fabric.links.delay=1us"),
            fabric("leaf-spine", "fabric.leaves=3", "fabric.spines=2"),
            fabric("ring", "fabric.length=4"))) {
      CoScheduledDevices coScheduledDevices = stations(fabric);
      assertThat(coScheduledDevices.largest()).isEqualTo(1);
      for (Link link : fabric.links()) {
        assertThat(coScheduledDevices.far()[link.a()])
            .isNotEqualTo(coScheduledDevices.far()[link.b()]);
      }
    }
  }

  @Test
  void shouldTellNoSidesApartWhereThereAreNone() {
    Fabric ring = fabric("ring", "fabric.length=3");
    assertThat(stations(ring).far()).containsOnly(false);
    Fabric tree = fabric("fat-tree", "fabric.k=4", "fabric.links.delay=1us");
    assertThat(CoScheduledDevices.of(tree, List.of(), 2 * Lab.US - 1).far()).containsOnly(false);
    assertThat(CoScheduledDevices.of(tree, List.of(), 2 * Lab.US).far()).contains(true);
  }

  @Test
  void shouldKeepTogetherWhatIsCloseOrIsToBe() {
    Fabric close = fabric("leaf-spine", "fabric.leaves=2", "fabric.links.cable=5m");
    assertThat(Arrays.stream(stations(close).of()).distinct()).hasSize(1);
    assertThat(stations(close).largest()).isEqualTo(close.nodes().size());

    Fabric apart = fabric("leaf-spine", "fabric.leaves=2", "fabric.links.cable=30m");
    List<Node> hosts = apart.hosts();
    CoScheduledDevices pair =
        CoScheduledDevices.of(apart, List.of(List.of(hosts.get(0), hosts.get(3))), NEVER);
    assertThat(pair.of()[hosts.get(3).id()]).isEqualTo(pair.of()[hosts.get(0).id()]);
    assertThat(pair.largest()).isEqualTo(2);
  }
}
