package dev.headroom.audit.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tunings that {@code mlnx_tune} makes, for the interfaces that it makes them for. */
final class TuningProfileTest {
  static HostFacts host(String text) {
    return HostFacts.of(
        "n1", List.of(FormatCatalogue.reader().read(FactSource.of("pasted.txt"), text)));
  }

  @Test
  void shouldTuneEthernetOfNvidiaOnly() {
    HostFacts host =
        host(
            """
            # ethtool -i ens1f0np0
            driver: mlx5_core
            version: 6.8
            # ethtool -i eno1
            driver: ixgbe
            version: 6.8
            # rdma link
            link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev ens3np0
            """);
    assertThat(TuningProfile.THROUGHPUT.groups(host))
        .extracting(TuningGroup::title)
        .startsWith("CPU frequency", "interrupts of NICs", "offloads of ens1f0np0")
        .doesNotContain("offloads of eno1");
  }

  @Test
  void shouldTuneTheCpusAloneWithoutSuchNics() {
    assertThat(
            TuningProfile.THROUGHPUT.groups(
                host("# ethtool -i eno1\ndriver: ixgbe\nversion: 6.8\n")))
        .extracting(TuningGroup::title)
        .containsExactly("CPU frequency");
  }
}
