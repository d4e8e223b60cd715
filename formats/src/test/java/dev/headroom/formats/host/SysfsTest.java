package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.read.Read;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SysfsTest {
  private final HostFacts host =
      HostFacts.of(
          "host",
          List.of(
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/phys_state", "5: LinkUp\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/link_layer", "Ethernet\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error", "0\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/3", "RoCE v2\n"),
              Read.file(
                  "b/sys/class/infiniband/mlx5_0/ports/1/gids/3",
                  "0000:0000:0000:0000:0000:ffff:0a00:0001\n"),
              Read.file("b/sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n"),
              Read.file(
                  "b/sys/bus/pci/devices/0000:5d:00.0/current_link_speed", "32.0 GT/s PCIe\n"),
              Read.file("b/sys/bus/pci/devices/0000:5d:00.0/current_link_width", "16\n")));

  @Test
  void shouldKnowFilesByTheirPaths() {
    RdmaPort port = host.rdmaPorts().getFirst();

    assertThat(port.state().get()).isEqualTo("ACTIVE");
    assertThat(port.physicalState().get()).isEqualTo("LINKUP");
    assertThat(port.rateGbps().get()).isEqualTo(400);
    assertThat(port.isEthernet()).isTrue();
    assertThat(port.counter("symbol_error").get()).isZero();
    assertThat(port.counter("link_downed").isReported()).isFalse();
    assertThat(host.rdmaDevices().getFirst().firmware().get()).isEqualTo("28.39.1002");
    assertThat(host.pci().device("5d:00.0").orElseThrow().linkGts().get()).isEqualTo(32.0);
  }

  @Test
  void shouldReadGids() {
    GidEntry gid = host.rdmaPorts().getFirst().gids().getFirst();

    assertThat(gid.index()).isEqualTo(3);
    assertThat(gid.type().get()).isEqualTo("v2");
    assertThat(gid.isIpv4()).isTrue();
    assertThat(gid.isLinkLocal()).isFalse();
  }
}
