package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files that lie in one folder: of one machine, or of several. */
final class LooseFileGroupingTest {
  private static final String MEMORY = "vm.nr_hugepages = 0\nkernel.numa_balancing = 1\n";

  private static List<HostFacts> read(String... namesAndTexts) throws IOException {
    List<MachineSource> files = new ArrayList<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      files.add(MachineSource.of("folder", namesAndTexts[i], namesAndTexts[i + 1]));
    }
    return new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(files));
  }

  private static String ibstat(String guid, String state) {
    return """
    CA 'mlx5_0'
    	CA type: MT4129
    	Number of ports: 1
    	Node GUID: 0x%s
    	Port 1:
    		State: %s
    		Physical state: LinkUp
    		Rate: 400
    		Link layer: InfiniBand
    """
        .formatted(guid, state);
  }

  @Test
  void shouldTakeFilesForOneMachineThatDoNotContradictEachOther() throws IOException {
    assertThat(
            read(
                "before.txt", ibstat("a088c20300000001", "Active"),
                "after.txt", ibstat("a088c20300000001", "Down"),
                "sysctl.txt", MEMORY))
        .singleElement()
        .satisfies(host -> {
          assertThat(host.name()).isEqualTo("folder");
          assertThat(host.readings()).hasSize(3);
        });
  }

  @Test
  void shouldTellAdaptersOfOneNameApart() throws IOException {
    List<HostFacts> hosts =
        read(
            "one.txt", ibstat("a088c20300000001", "Active"),
            "two.txt", ibstat("a088c20300000002", "Down"),
            "two_later.txt", ibstat("a088c20300000002", "Active"),
            "sysctl.txt", MEMORY);

    assertThat(hosts)
        .extracting(HostFacts::name)
        .containsExactly("one.txt", "sysctl.txt", "two.txt");
    assertThat(hosts.getLast().readings()).hasSize(2);
  }

  @Test
  void shouldTellPromptsOfOtherHostsApart() throws IOException {
    List<HostFacts> hosts =
        read(
            "a.txt", "[root@gpu-1 ~]# ibstat\n" + ibstat("a088c20300000001", "Active"),
            "b.txt", "[root@gpu-2 ~]# ibstat\n" + ibstat("a088c20300000001", "Active"),
            "gpu-2-sysctl.txt", MEMORY);

    assertThat(hosts).extracting(HostFacts::name).containsExactly("gpu-1", "gpu-2");
    assertThat(hosts.getLast().sysctl("kernel.numa_balancing").get()).isEqualTo("1");
  }

  @Test
  void shouldTellOtherDevicesAtOneAddressApart() throws IOException {
    assertThat(
            read(
                "a.txt", "0b:00.0 Ethernet controller: Mellanox Technologies MT2894 (rev 01)\n",
                "b.txt", "0b:00.0 PCI bridge: Intel Corporation Device 1901 (rev 01)\n"))
        .hasSize(2);
  }

  @Test
  void shouldTellConfigurationsOfSwitchesApart() throws IOException {
    String config = "{\"PORT_QOS_MAP\": {\"Ethernet0\": {\"pfc_enable\": \"%s\"}}}\n";
    assertThat(read("a.json", config.formatted("3,4"), "b.json", config.formatted("3"))).hasSize(2);
    assertThat(read("a.json", config.formatted("3,4"), "b.json", config.formatted("3,4")))
        .hasSize(1);
  }

  @Test
  void shouldLeaveATreeOfOneHostTogether() throws IOException {
    assertThat(
            read(
                "commands/ibstat", ibstat("a088c20300000001", "Active"),
                "notes.txt", ibstat("a088c20300000002", "Active")))
        .hasSize(1);
  }

  /** One file of somebody's folders says nothing of the files that another archive has. */
  @Test
  void shouldTellMachinesApartAfterTheTreeOfAnother() throws IOException {
    List<MachineSource> files =
        List.of(
            MachineSource.of("", "etc/hostname", "gpu-9\n"),
            MachineSource.of("folder", "a.txt", ibstat("a088c20300000001", "Active")),
            MachineSource.of("folder", "b.txt", ibstat("a088c20300000002", "Active")));
    assertThat(new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(files))).hasSize(3);
  }
}
