package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.source.Source;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.Unread;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HostsReaderTest {
  private final HostsReader reader = new HostsReader(Catalogue.reader());

  @Test
  void shouldJoinTheSourcesOfEachHost() throws IOException {
    List<HostFacts> hosts =
        reader.read(
            SourceStream.of(
                List.of(
                    Source.of("gpu-1", "sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n"),
                    Source.of(
                        "gpu-1",
                        "commands/ethtool_-S_eth0",
                        "NIC statistics:\n     rx_discards_phy: 7\n"),
                    Source.of("gpu-2", "sys/class/infiniband/mlx5_0/fw_ver", "28.40.1000\n"))));

    assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2");
    assertThat(hosts)
        .extracting(host -> host.rdmaDevices().getFirst().firmware().get())
        .containsExactly("28.39.1002", "28.40.1000");
    NetDevice netdev = hosts.getFirst().netDevices().getFirst();
    assertThat(netdev.name()).isEqualTo("eth0");
    assertThat(netdev.counter("rx_discards_phy").get()).isEqualTo(7);
    assertThat(netdev.counter("rx_discards_phy").where().orElseThrow().place())
        .isEqualTo("gpu-1/commands/ethtool_-S_eth0:2");
  }

  @Test
  void shouldListWhatWasNotRead() throws IOException {
    List<HostFacts> hosts =
        reader.read(
            visitor -> visitor.unread(new Unread("b.tar/x", "is a link; links are not followed")));

    assertThat(hosts.getFirst().readings().getFirst().notes())
        .containsExactly("is a link; links are not followed");
  }

  @Test
  void shouldReadTheLinksOfABundle() throws IOException {
    HostFacts host =
        reader
            .read(
                SourceStream.of(
                    List.of(
                        Source.of(
                            "gpu-1",
                            "headroom/links",
                            """
                            /sys/bus/pci/devices/0000:12:00.0 -> ../../../devices/pci0000:10/0000:10:01.0/0000:12:00.0
                            /sys/bus/pci/devices/0000:12:00.0/driver -> ../../../../bus/pci/drivers/mlx5_core
                            /sys/class/infiniband/mlx5_0/device -> ../../../0000:12:00.0
                            """))))
            .getFirst();

    PciDevice nic = host.pci().device("12:00.0").orElseThrow();
    assertThat(nic.driver().get()).isEqualTo("mlx5_core");
    assertThat(host.facts().text(nic.subject(), "parent").get()).isEqualTo("0000:10:01.0");
    assertThat(host.rdmaDevices().getFirst().pci().get()).isEqualTo("0000:12:00.0");
  }
}
