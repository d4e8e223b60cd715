package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counted by hand from {@code paths.cc} and {@code enqueue.cc}. */
final class PeerChannelsTest {
  /**
   * Eight H100 have 18 NVLinks and so 36 channels for a pair, 64 rounded up, of 32 that there are:
   * four each, for eight peers, until a part is larger than 16 MiB. Two such machines have 48 GB/s
   * a GPU over the network, four channels, in parts of 64 KiB or more; with 64 peers and 16
   * channels two, with 128 one. On PCIe it is two; on an MI300X's single link of xGMI eight, or two
   * over the network.
   */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, 1, 1, 1",
    "dgx-h100, 1, 65536, 1",
    "dgx-h100, 1, 65537, 2",
    "dgx-h100, 1, 1048576, 4",
    "dgx-h100, 1, 67108864, 4",
    "dgx-h100, 1, 67108868, 8",
    "dgx-h100, 1, 1073741824, 32",
    "dgx-h100, 2, 65536, 1",
    "dgx-h100, 2, 1048576, 4",
    "dgx-h100, 8, 1048576, 2",
    "dgx-h100, 16, 1048576, 1",
    "two-socket, 1, 1073741824, 2",
    "mi300x, 1, 1073741824, 8",
    "mi300x, 2, 1073741824, 2",
  })
  void shouldSplitASend(String machine, int machines, long bytes, int parts) {
    Cluster cluster = new Cluster(MachineCatalogue.named(machine).orElseThrow(), machines, false);
    assertThat(PeerChannels.of(cluster, cluster.communicator().channels(), bytes)).isEqualTo(parts);
  }
}
