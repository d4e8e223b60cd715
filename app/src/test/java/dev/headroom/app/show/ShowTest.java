package dev.headroom.app.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.PciTree;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a model prints in the words of tools, readers read back to the same model. */
final class ShowTest {
  static Stream<String> machines() {
    return ServerLayout.names().stream();
  }

  static Stream<String> machinesOfNvidia() {
    return machines().filter(name -> ShowTool.NVIDIA_SMI_TOPO.supports(server(name, "")));
  }

  @ParameterizedTest
  @MethodSource("machinesOfNvidia")
  void shouldReadBackTheMatrixOfPaths(String machine) {
    Server server = server(machine, "");
    HostFacts read = ReadBack.host(ShowTool.NVIDIA_SMI_TOPO.print(server, ServerActivity.NOTHING));
    List<PcieSlot> gpus = server.layout().gpus();
    for (Nic nic : server.nics()) {
      for (int gpu = 0; gpu < gpus.size(); gpu++) {
        assertThat(read.distances().gpuToNic(String.valueOf(gpu), nic.device()).get())
            .as("GPU%d and %s of a %s", gpu, nic.device(), machine)
            .isEqualTo(DeviceDistance.between(gpus.get(gpu), nic.slot()).name());
      }
    }
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      assertThat(read.gpus().get(gpu).numaNode().get()).isEqualTo(gpus.get(gpu).numaNode());
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldReadBackTheTreeOfBridges(String machine) {
    Server server =
        server(machine, "hosts.pcie.generation=4,hosts.pcie.lanes=8,hosts.pcie.maxPayload=512");
    PciTree tree = ReadBack.host(ShowTool.LSPCI.print(server, ServerActivity.NOTHING)).pci();
    List<PciDevice> nics = devices(tree, "mlx5_core");
    List<PciDevice> gpus =
        devices(tree, server.layout().library() == CollectiveLibrary.NCCL ? "nvidia" : "amdgpu");
    assertThat(gpus).allMatch(PciDevice::isGpu);
    assertThat(nics).hasSameSizeAs(server.nics());
    assertThat(gpus).hasSameSizeAs(server.layout().gpus());
    for (int nic = 0; nic < nics.size(); nic++) {
      PciDevice device = nics.get(nic);
      assertThat(device.linkGts().get()).isEqualTo(16.0);
      assertThat(device.linkWidth().get()).isEqualTo(8);
      assertThat(device.payloadBytes().get()).isEqualTo(512);
      for (int gpu = 0; gpu < gpus.size(); gpu++) {
        assertThat(distance(tree, gpus.get(gpu), device))
            .as("GPU %d and NIC %d of a %s", gpu, nic, machine)
            .isEqualTo(
                DeviceDistance.between(
                    server.layout().gpus().get(gpu), server.nics().get(nic).slot()));
      }
    }
  }

  /**
   * A card that has the port and can do what its link does: NVIDIA's user manuals have ConnectX-5
   * at 8 GT/s, -5 Ex and -6 at 16, -7 at 32, -8 at 64. Where nothing is said of the link it is the
   * card's, up to the default, or what a machine has slots for.
   */
  @ParameterizedTest
  @CsvSource({
    "server, 100Gbps, , ConnectX-5], 8, 8",
    "server, 100Gbps, 3, ConnectX-5], 8, 8",
    "server, 100Gbps, 4, ConnectX-5 Ex], 16, 16",
    "server, 100Gbps, 5, ConnectX-7], 32, 32",
    "server, 200Gbps, , ConnectX-6], 16, 16",
    "server, 200Gbps, 3, ConnectX-6], 16, 8",
    "server, 200Gbps, 5, ConnectX-7], 32, 32",
    "server, 400Gbps, , ConnectX-7], 32, 32",
    "server, 400Gbps, 6, ConnectX-8], 64, 64",
    "server, 800Gbps, , ConnectX-8], 64, 32",
    "server, 800Gbps, 6, ConnectX-8], 64, 64",
    "two-socket, 100Gbps, , ConnectX-5 Ex], 16, 16",
    "two-socket, 400Gbps, , ConnectX-7], 32, 16",
    "dgx-h100, 400Gbps, , ConnectX-7], 32, 32"
  })
  void shouldHaveACardThatCanDoWhatItsLinkDoes(
      String machine,
      String rate,
      @Nullable String generation,
      String card,
      double could,
      double does) {
    String set = generation == null ? "" : ",hosts.pcie.generation=" + generation;
    Server server = server(machine, "fabric.links.rate=" + rate + set);
    PciDevice nic = devices(ReadBack.host(lspci(server)).pci(), "mlx5_core").getFirst();
    assertThat(nic.name().get()).endsWith(card);
    assertThat(nic.linkMaxGts().get()).isEqualTo(could);
    assertThat(nic.linkGts().get()).isEqualTo(does);
    assertThat(lspci(server).contains("GT/s (downgraded)")).isEqualTo(does < could);
  }

  /** Bridges have the names of those that stand in such machines. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, '', Intel Corporation Device 352a, PCIe Gen 5 Switch",
    "dgx-h100, hosts.cpu.model=genoa, [AMD] Device 14ab, PCIe Gen 5 Switch",
    "dgx-h100, hosts.cpu.model=rome, [AMD] Starship/Matisse GPP Bridge, PCIe Gen 5 Switch",
    "dgx-h100, hosts.cpu.model=grace, NVIDIA Corporation Device 22b2, PCIe Gen 5 Switch",
    "dgx-a100, '', [AMD] Starship/Matisse GPP Bridge, PEX880xx PCIe Gen 4 Switch",
    "mi300x, '', [AMD] Device 14ab, PCIe Gen 5 Switch",
    "sd665n-h100, '', [AMD] Device 14ab, [ConnectX-7 PCIe Bridge]",
  })
  void shouldNameBridgesAsTheyAreInSuchMachines(
      String machine, String sets, String root, String port) {
    List<String> bridges =
        lspci(server(machine, sets)).lines().filter(line -> line.contains("PCI bridge")).toList();
    assertThat(bridges).isNotEmpty().allMatch(line -> line.contains(root) || line.contains(port));
    assertThat(bridges).anyMatch(line -> line.contains(root));
    assertThat(bridges).anyMatch(line -> line.contains(port));
  }

  private static String lspci(Server server) {
    return ShowTool.LSPCI.print(server, ServerActivity.NOTHING);
  }

  /** As a ConnectX-7 without a cable prints it, but for number, name, state and addresses. */
  @Test
  void shouldAddressIpoibByQueuePairAndGid() {
    Server server = server("dgx-h100", "transport.type=infiniband");
    assertThat(IpLink.of(server, List.of(traffic(new long[] {7}, new long[] {1})), true))
        .startsWith("2: ib0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 4092 qdisc mq state UP")
        .contains(
            " qlen 256\n    link/infiniband 00:00:00:40:fe:80:00:00:00:00:00:00:a0:88:c2:03:00:00:01:00"
                + " brd 00:ff:ff:ff:ff:12:40:1b:ff:ff:00:00:00:00:00:00:ff:ff:ff:ff\n");
  }

  @Test
  void shouldRefuseMoreLanesThanCardsHave() {
    assertThatThrownBy(() -> lspci(server("two-socket", "hosts.pcie.lanes=32")))
        .hasMessageContaining("hosts.pcie.lanes is 32")
        .hasMessageContaining("at most 16 lanes");
  }

  @Test
  void shouldHaveNoErrorsOfLinksThatAreIdeal() {
    assertThatThrownBy(() -> ShowTool.AER.print(server("two-socket", ""), ServerActivity.NOTHING))
        .hasMessageContaining("set hosts.stages: detailed");
  }

  /** In the order of their addresses, which is that of their root ports. */
  private static List<PciDevice> devices(PciTree tree, String driver) {
    return tree.devices().stream()
        .filter(device -> device.driver().optional().equals(Optional.of(driver)))
        .sorted(Comparator.comparing(PciDevice::address))
        .toList();
  }

  private static DeviceDistance distance(PciTree tree, PciDevice one, PciDevice other) {
    if (!one.numaNode().get().equals(other.numaNode().get())) {
      return DeviceDistance.SYS;
    }
    List<PciDevice> above = tree.bridgesAbove(one);
    if (!tree.shareBridge(one, other)) {
      String bus = above.getLast().address().substring(0, 7);
      boolean oneBridge = tree.bridgesAbove(other).getLast().address().startsWith(bus);
      return oneBridge ? DeviceDistance.PHB : DeviceDistance.NODE;
    }
    PciDevice shared =
        above.stream().filter(tree.bridgesAbove(other)::contains).findFirst().orElseThrow();
    if (shared.equals(above.getLast())) {
      return DeviceDistance.PHB;
    }
    return above.equals(tree.bridgesAbove(other)) ? DeviceDistance.PIX : DeviceDistance.PXB;
  }

  @Test
  void shouldGiveEachNicAddressesOfItsOwn() {
    Server first = server("dgx-h100", "");
    String gids = ShowTool.SHOW_GIDS.print(first, ServerActivity.NOTHING);
    assertThat(gids.lines().filter(line -> line.startsWith("mlx5_"))).hasSize(32);
    assertThat(gids.lines().map(line -> line.replaceAll(".*\t(10\\.\\S+) .*", "$1")))
        .contains("10.0.0.1", "10.0.0.8");
  }

  /** As in a table that somebody has put into a README with its tabs. */
  @Test
  void shouldPartTheColumnsOfGidsAsTheScriptDoes() {
    assertThat(ShowTool.SHOW_GIDS.print(server("dgx-h100", ""), ServerActivity.NOTHING))
        .startsWith(
            """
            DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV
            ---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---
            mlx5_0\t1\t0\tfe80:0000:0000:0000:a288:c2ff:fe00:0100\t\t\tv1\tens1np0
            mlx5_0\t1\t1\tfe80:0000:0000:0000:a288:c2ff:fe00:0100\t\t\tv2\tens1np0
            mlx5_0\t1\t2\t0000:0000:0000:0000:0000:ffff:0a00:0001\t10.0.0.1  \tv1\tens1np0
            """);
  }

  /** The numbers and columns of the example that iproute2's commit of the new columns has. */
  @Test
  void shouldAlignTheCountersOfLinks() {
    long[] bytes = {126_570_234_447_969L};
    long[] packets = {15_016_149_200L};
    Server server = server("two-socket", "");
    assertThat(IpLink.of(server, List.of(traffic(bytes, packets)), true).lines().skip(2))
        .containsExactly(
            "    RX:       bytes     packets errors dropped  missed   mcast ",
            "    126570234447969 15016149200      0       0       0       0 ",
            "    TX:       bytes     packets errors dropped carrier collsns ",
            "    126570234447969 15016149200      0       0       0       0 ");
    assertThat(
            IpLink.of(server, List.of(traffic(new long[] {7}, new long[] {1})), true)
                .lines()
                .skip(2))
        .startsWith(
            "    RX:  bytes packets errors dropped  missed   mcast ",
            "             7       1      0       0       0       0 ");
  }

  /** RDMA passes the kernel by; what the port lost it tells all the same. */
  @Test
  void shouldCountInLinksWhatTheKernelSees() {
    Server server = server("two-socket", "");
    List<PortTraffic> seven = List.of(traffic(new long[] {7}, new long[] {1}));
    assertThat(IpLink.of(server, seven, false).lines().skip(3).findFirst())
        .contains("             0       0      0       0       0       0 ");
    ServerActivity past = new ServerActivity(false, seven, List.of(), List.of(), List.of());
    assertThat(PortStatistics.ethtool(server, past))
        .contains("     rx_vport_rdma_unicast_packets: 1\n     rx_vport_rdma_unicast_bytes: 7\n");
    ServerActivity through = new ServerActivity(true, seven, List.of(), List.of(), List.of());
    assertThat(PortStatistics.ethtool(server, through))
        .contains("     tx_vport_unicast_bytes: 7\n")
        .doesNotContain("rdma");
  }

  /** RFC 4391, section 7: IPoIB in datagram mode has what its header leaves of the path MTU. */
  @Test
  void shouldGiveInfinibandTheMtuOfDatagrams() {
    Server server = server("dgx-h100", "transport=infiniband");
    assertThat(IpLink.of(server, List.of(traffic(new long[] {7}, new long[] {1})), true))
        .contains("ib0: ", " mtu 4092 ");
  }

  private static PortTraffic traffic(long[] bytes, long[] packets) {
    long[] none = new long[1];
    return new PortTraffic(
        packets, bytes, packets, bytes, none, none, none, 0, PortLosses.NONE, RdmaCounters.NONE);
  }

  @Test
  void shouldMakeGuidsAsNicsHaveThem() {
    assertThat(ShowTool.IBSTAT.print(server("dgx-h100", ""), ServerActivity.NOTHING))
        .contains("Node GUID: 0xa088c20300000100", "Port GUID: 0xa288c2fffe000100");
    assertThat(
            ShowTool.IBSTAT.print(
                server("dgx-h100", "transport.type=infiniband"), ServerActivity.NOTHING))
        .contains("Node GUID: 0xa088c20300000100", "Port GUID: 0xa088c20300000100");
  }

  @Test
  void shouldShowGraceWithOneThreadForEachCore() {
    Server tray = server("gb200-nvl72", "");
    assertThat(ShowTool.NVIDIA_SMI_TOPO.print(tray, ServerActivity.NOTHING))
        .contains("\t0-71\t0\t\tN/A\n", "\t72-143\t1\t\tN/A\n");
    assertThat(ShowTool.LSPCI.print(tray, ServerActivity.NOTHING))
        .contains("PCI bridge: NVIDIA Corporation Device 22b2")
        .doesNotContain("Intel");
  }

  @Test
  void shouldSayWhatIsInfiniband() {
    Server server = server("dgx-h100", "transport.type=infiniband");
    assertThat(ShowTool.IBSTAT.print(server, ServerActivity.NOTHING))
        .contains("CA 'mlx5_0'", "Base lid: 1", "Link layer: InfiniBand", "Rate: 400");
    assertThat(ShowTool.IBV_DEVINFO.print(server, ServerActivity.NOTHING))
        .contains("port_lid:\t\t1", "active_mtu:\t\t4096 (5)", "link_layer:\t\tInfiniBand");
    assertThat(ShowTool.IBSTATUS.print(server, ServerActivity.NOTHING))
        .contains("400 Gb/sec (4X NDR)");
    assertThat(ShowTool.RDMA_LINK.print(server, ServerActivity.NOTHING)).contains("lid 1 sm_lid 1");
  }

  @Test
  void shouldRefuseMoreNicsThanSlots() {
    assertThatThrownBy(() -> server("two-socket", "fabric.rails=2"))
        .hasMessageContaining("has 2 NICs, but a two-socket has slots for 1");
  }

  @Test
  void shouldKnowToolsByTheirFirstWord() {
    assertThat(ShowTool.named("lspci")).contains(ShowTool.LSPCI);
    assertThat(ShowTool.named(" nvidia-smi  topo -m")).contains(ShowTool.NVIDIA_SMI_TOPO);
    assertThat(ShowTool.named("ibstat")).contains(ShowTool.IBSTAT);
    assertThat(ShowTool.named("ib")).isEmpty();
  }

  private static Server server(String machine, String set) {
    int rails = ServerLayout.of(machine, 8).nics().size();
    String text =
        """
        fabric: {topology: rail-optimized, servers: 2, rails: %d, links: {rate: 400Gbps}}
        hosts: {machine: %s}
        workload: {type: permutation, size: 1KB}
        """
            .formatted(rails, machine);
    List<String> sets = set.isEmpty() ? List.of() : List.of(set.split(","));
    return switch (ScenarioReader.read(text, "s.yaml", sets, name -> Optional.empty())) {
      case ScenarioReader.Good good ->
          Server.of(good.scenario(), good.scenario().fabric().hosts().getFirst());
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }
}
