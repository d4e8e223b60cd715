package dev.headroom.run.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fabrics of SHARP collectives. */
final class SharpFabricTest {
  @ParameterizedTest
  @CsvSource({"2, 0, 2", "8, 0, 8", "9, 2, 5", "14, 2, 7", "16, 3, 6", "56, 8, 7"})
  void shouldHaveLeavesThatTheirLinksHoldOut(int machines, int leaves, int perSwitch) {
    Cluster cluster =
        SharpFabric.withMachinesPerSwitch(
            new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), machines, true));
    assertThat(cluster.leaves()).isEqualTo(leaves);
    assertThat(cluster.perSwitch()).isEqualTo(perSwitch);
  }
}
