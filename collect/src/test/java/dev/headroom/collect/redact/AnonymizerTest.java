package dev.headroom.collect.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class AnonymizerTest {
  private static final byte[] KEY = "one key".getBytes(StandardCharsets.UTF_8);

  @Test
  void shouldKeepWhatBelongsTogetherTogether() {
    Map<String, String> files =
        of(
            Map.of(
                "sys/class/net/eth0/address", "0c:42:a1:12:34:56\n",
                "sys/class/infiniband/mlx5_0/node_guid", "0c42:a103:0012:3456\n",
                "sys/class/infiniband/mlx5_0/ports/1/gids/0",
                    "fe80:0000:0000:0000:0e42:a1ff:fe12:3456\n",
                "sys/class/infiniband/mlx5_0/ports/1/gids/2",
                    "0000:0000:0000:0000:0000:ffff:0a0b:0c0d\n",
                "commands/ibstat", "Node GUID: 0x0c42a10300123456\n",
                "commands/ip",
                    "inet6 fe80::e42:a1ff:fe12:3456/64\ninet 10.11.12.13/24 brd 10.11.12.255\n",
                "commands/lspci",
                    "Capabilities: [148 v1] Device Serial Number 0c-42-a1-03-00-12-34-56\n"));
    String low = said(files, "sys/class/net/eth0/address").strip().substring(9).replace(":", "");

    assertThat(low).isNotEqualTo("123456");
    assertThat(said(files, "sys/class/net/eth0/address")).startsWith("0c:42:a1:");
    assertThat(plain(said(files, "sys/class/infiniband/mlx5_0/node_guid")))
        .isEqualTo("0c42a10300" + low);
    assertThat(plain(said(files, "sys/class/infiniband/mlx5_0/ports/1/gids/0")))
        .isEqualTo("fe800000000000000e42a1fffe" + low);
    assertThat(said(files, "commands/ibstat")).isEqualTo("Node GUID: 0x0c42a10300" + low + "\n");
    assertThat(plain(said(files, "commands/lspci"))).endsWith("0c42a10300" + low);
    assertThat(said(files, "commands/ip"))
        .startsWith("inet6 fe80::e42:a1ff:fe" + low.substring(0, 2) + ":");
    String four = said(files, "commands/ip").replaceFirst("(?s).*inet ([0-9.]+)/24.*", "$1");
    StringBuilder hex = new StringBuilder();
    for (String part : four.split("\\.")) {
      hex.append(String.format("%02x", Integer.parseInt(part)));
    }
    assertThat(plain(said(files, "sys/class/infiniband/mlx5_0/ports/1/gids/2")))
        .endsWith("ffff" + hex);
    assertThat(said(files, "commands/ip"))
        .contains("brd " + four.substring(0, four.lastIndexOf('.')) + ".255");
  }

  @Test
  void shouldLeaveNothingThatNamesAMachine() {
    Map<String, String> files =
        of(
            Map.of(
                "proc/sys/kernel/hostname", "node17.dc.example\n",
                "commands/uname_-a", "Linux node17 6.8.0-45-generic x86_64\n",
                "commands/lldpctl", "SysName:      leaf-r12\nPortID:  ifname Ethernet8\n",
                "commands/nvidia-smi_-q_-x",
                    "<serial>1650924012345</serial>\n<uuid>GPU-0a1b2c3d-1111-2222-3333-444455556666</uuid>\n",
                "commands/ethtool_-m_eth0", "Vendor SN : MT2302FT08811\nVendor PN : MCP7Y00\n",
                "headroom/environment",
                    "LD_LIBRARY_PATH=/home/alice/lib\nNCCL_SOCKET_IFNAME=eth0\n",
                "commands/ip_neigh", "192.168.7.31 dev eth0 lladdr b8:ce:f6:aa:bb:cc\n"));

    String all = String.join("", files.values());
    for (String name :
        List.of(
            "node17",
            "example",
            "leaf-r12",
            "1650924012345",
            "0a1b2c3d",
            "MT2302FT08811",
            "alice",
            "192.168.7.31",
            "aa:bb:cc")) {
      assertThat(all).doesNotContain(name);
    }
    assertThat(all)
        .contains(
            "6.8.0-45-generic",
            "ifname Ethernet8",
            "MCP7Y00",
            "b8:ce:f6:",
            "NCCL_SOCKET_IFNAME=eth0");
  }

  /** A GUID keeps its maker's bytes; the identifier of a GPU has none. */
  @Test
  void shouldLeaveNothingOfTheIdentifierOfAGpu() {
    Map<String, String> files =
        of(
            Map.of(
                "proc/sys/kernel/hostname", "node17\n",
                "commands/nvidia-smi_-q_-x", "<pdi>0x86d40745692bae6d</pdi>\n",
                "commands/nvidia-smi_-q",
                    "    GPU PDI                                            : 0x86d40745692bae6d\n"));

    String hidden = said(files, "commands/nvidia-smi_-q_-x").replaceAll("</?pdi>|\n", "");
    assertThat(hidden).matches("0x[0-9a-f]{16}").doesNotStartWith("0x86d4");
    assertThat(said(files, "commands/nvidia-smi_-q")).endsWith(": " + hidden + "\n");
  }

  /** InfiniBand writes GUIDs in ways of its own. */
  @Test
  void shouldPutOneGuidInPlaceOfAnotherHoweverItIsWritten() {
    Map<String, String> files =
        of(
            Map.of(
                "sys/class/net/ib0/address",
                    "80:00:00:48:fe:80:00:00:00:00:00:00:0c:42:a1:03:00:12:34:56\n",
                "sys/class/net/eth0/phys_switch_id", "0c42a10300123456\n",
                "commands/devlink", "node_guid 0c:42:a1:03:00:12:34:56\n",
                "commands/ip_-j_link", "\"phys_switch_id\":\"0c42a10300123456\"",
                "commands/ibnetdiscover",
                    """
                    caguid=0xc42a10300123456
                    switchguid=0x0c42a10300123456(c42a10300123456)
                    [1](0c42a10300123456) \t"S-0c42a10300123456"[1]
                    """,
                "commands/ip_link",
                    "brd 00:ff:ff:ff:ff:12:40:1b:ff:ff:00:00:00:00:00:00:ff:ff:ff:ff\n",
                "commands/ibstat", "Node GUID: 0x0c42a10300123456\n"));
    String low = said(files, "commands/ibstat").strip().substring(23);

    assertThat(low).hasSize(6).isNotEqualTo("123456");
    assertThat(plain(said(files, "sys/class/net/ib0/address")))
        .isEqualTo("80000048fe800000000000000c42a10300" + low);
    assertThat(said(files, "sys/class/net/eth0/phys_switch_id"))
        .isEqualTo("0c42a10300" + low + "\n");
    assertThat(plain(said(files, "commands/devlink"))).endsWith("0c42a10300" + low);
    assertThat(said(files, "commands/ip_-j_link")).contains("\"0c42a10300" + low + "\"");
    assertThat(said(files, "commands/ibnetdiscover"))
        .doesNotContain("123456")
        .contains("(c42a10300" + low + ")", "](0c42a10300" + low + ")", "S-0c42a10300" + low);
    assertThat(said(files, "commands/ip_link")).endsWith(":00:00:ff:ff:ff:ff\n");
  }

  @Test
  void shouldPutOtherNamesInPlaceOfThoseOfTheFabric() {
    String text =
        said(
            of(
                Map.of(
                    "commands/ibnetdiscover",
                    """
                    Ca 1 "H-0c42a10300abcdef" # "gpu18 mlx5_0"
                    Switch 41 "S-0c42a10300fedcba" # "MF0;leaf-12:MQM9700/U1" enhanced
                    Switch 41 "S-0c42a10300fedcbb" # "Quantum Mellanox Technologies"
                    """)),
            "commands/ibnetdiscover");
    assertThat(text)
        .doesNotContain("gpu18", "leaf-12")
        .contains(" mlx5_0\"", ":MQM9700/U1", "\"Quantum Mellanox Technologies\"");
    String links =
        said(of(Map.of("x", "CA: storage7.dc HCA-1:\n 4 1[ ] ==> 0x1 \"gpu19 mlx5_2\"\n")), "x");
    assertThat(links).doesNotContain("storage7", "gpu19").contains(" HCA-1:", " mlx5_2");
  }

  /** {@code lspci -vvv} says a NIC's serial number and address in its vital product data too. */
  @Test
  void shouldTakeNumbersOutOfVitalProductData() {
    Map<String, String> files =
        of(
            Map.of(
                "commands/lspci_-Dnnvvv",
                """
                \t\t\t[PN] Part number: MCX75310AAS-NEAT
                \t\t\t[SN] Serial number: MT2340J88735
                \t\t\t[V3] Vendor specific: d4c782b15b66ee118000a088c2b89f0c
                \t\t\t[VA] Vendor specific: MLX:MN=MLNX:CSKU=V2:UUID=V3:PCI=V0:MODL=CX75310AA
                \t\t\t[V0] Vendor specific: PCIeGen5 x16
                \t\t\t[VU] Vendor specific: MT2340J88735MLNXS0D0F0
                \t\t\t[VU] Vendor specific: X1LM37Z004BMLNXS0D0F1
                """,
                "sys/class/net/eth0/address",
                "a0:88:c2:b8:9f:0c\n"));
    String low = said(files, "sys/class/net/eth0/address").strip().substring(9).replace(":", "");
    String vital = said(files, "commands/lspci_-Dnnvvv");

    assertThat(vital)
        .doesNotContain("MT2340J88735", "d4c782b15b66", "b89f0c", "X1LM37Z004B")
        .contains(
            "[PN] Part number: MCX75310AAS-NEAT\n",
            "MODL=CX75310AA\n",
            "PCIeGen5 x16\n",
            "a088c2" + low + "\n");
    String serial = vital.replaceFirst("(?s).*\\[SN] Serial number: (\\w+)\n.*", "$1");
    assertThat(vital).contains("[VU] Vendor specific: " + serial + "MLNXS0D0F0\n");
  }

  /**
   * What one file marks as a name, an address or a serial number stands in others without a mark.
   */
  @Test
  void shouldReplaceTheSameInAllFiles() {
    Map<String, String> files =
        of(
            Map.of(
                "commands/lldpctl",
                """
                    ChassisID:    mac 1c:34:da:00:00:01
                    SysName:      tor-paris-12.corp.acme.com
                    SysDescr:     SONiC.20230531 - HwSku: ACS-MSN4600C built by jenkins@acme-build
                  Port:
                    PortID:       ifname Ethernet0
                    PortDescr:    node17 eth0 rackA12
                  Port:
                    PortDescr:    Ethernet1/12
                """,
                "commands/dmesg",
                """
                Linux version 6.8.0 (buildd@gpu-vm.corp.acme.com) (gcc 13) #1
                mlx5_core: peer secretpeer.corp.acme.com of 946daeabcdef 946d.aeab.cdef
                NVRM: GPU serial 1652923001234 at TOR-PARIS-12
                mlx5_core 0000:00:03.0: 943718400000 bytes, 123456789012 ns
                """,
                "commands/nvidia-smi_-q_-x",
                "<serial>1652923001234</serial>\n",
                "commands/ibstat",
                "Node GUID: 0x946dae0300abcdef\n",
                "headroom/environment",
                "NCCL_COMM_ID=gpu-head:1234\nNCCL_TOPO_FILE=/shared/tor-paris-12/gpu-head.xml\n",
                "sys/class/net/eth0/ifalias",
                "to rack A12\n",
                "sys/class/net/eth1/ifalias",
                "Ethernet12\n"));
    String all = String.join("", files.values());
    String name = said(files, "commands/lldpctl").replaceFirst("(?s).*SysName: +(\\S+)\n.*", "$1");
    String serial = said(files, "commands/nvidia-smi_-q_-x").replaceAll("<.?serial>|\n", "");
    String low = said(files, "commands/ibstat").strip().substring(23);

    assertThat(all)
        .doesNotContainIgnoringCase("tor-paris-12")
        .doesNotContainIgnoringCase("rack")
        .doesNotContain("acme", "jenkins", "buildd", "gpu-vm", "secretpeer", "gpu-head")
        .doesNotContain("1652923001234", "946daeabcdef", "946d.aeab.cdef");
    assertThat(name).matches("host-[0-9a-f]{6}");
    assertThat(said(files, "commands/dmesg"))
        .contains("GPU serial " + serial + " at " + name + "\n")
        .contains(" of 946dae" + low + " 946d.ae" + low.substring(0, 2) + "." + low.substring(2))
        .contains("Linux version 6.8.0 (user@host-", "943718400000 bytes, 123456789012 ns");
    assertThat(said(files, "headroom/environment")).contains("=/shared/" + name + "/host-");
    assertThat(said(files, "commands/lldpctl"))
        .contains("PortID:       ifname Ethernet0\n", "PortDescr:    Ethernet1/12\n")
        .contains("HwSku: ACS-MSN4600C built by user@host-");
    assertThat(said(files, "sys/class/net/eth1/ifalias")).isEqualTo("Ethernet12\n");
  }

  @Test
  void shouldTellMachinesOfOneFirstNameApart() {
    String text =
        said(
            of(
                Map.of(
                    "x",
                    """
                    SysName: leaf-1.paris.example.com
                    SysName: leaf-1.london.example.com
                    SysName: leaf-2.paris.example.com
                    leaf-2
                    """)),
            "x");
    List<String> names =
        text.lines().map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList();
    assertThat(names.subList(0, 3)).doesNotHaveDuplicates();
    assertThat(names.get(3)).isEqualTo(names.get(2));
  }

  /** A finding rests on such values. */
  @Test
  void shouldLeaveTheRestAlone() {
    List<String> same =
        List.of(
            "[    1.234567] mlx5_core 0000:5e:00.0: firmware version: 28.39.1002",
            "pci 0000:5d:00.0: BAR 0 [mem 0x00000f0000000000-0x00000f00ffffffff 64bit pref]",
            "GPU0 NIC0 PIX 0-31,64-95 0",
            "Sat Nov 21 20:08:16 UTC 2026",
            "inet 127.0.0.1/8 scope host lo",
            "169.254.3.1 fe80:: ::1 :: ff02::1 255.255.255.0 0.0.0.0",
            "rate 400 Gb/sec (4X NDR)",
            "0000:0000:0000:0000:0000:0000:0000:0000",
            "NCCL version 2.21.5+cuda12.4",
            "class Foo::Bar, std::string a::b");

    assertThat(of(Map.of("commands/x", String.join("\n", same))).get("commands/x"))
        .isEqualTo(String.join("\n", same));
  }

  /** A machine that is called "vm" does not rename the kernel's settings. */
  @Test
  void shouldNotTakeAWordForAName() {
    NavigableMap<String, byte[]> files = new TreeMap<>();
    files.put("etc/hostname", "vm\n".getBytes(StandardCharsets.US_ASCII));
    files.put("commands/sysctl", "vm.nr_hugepages = 8\n".getBytes(StandardCharsets.US_ASCII));

    Anonymizer.Anonymous anonymous = Anonymizer.of(KEY, "vm", files);

    assertThat(anonymous.host()).startsWith("host-");
    assertThat(anonymous.files().get("etc/hostname")).asString().isEqualTo(anonymous.host() + "\n");
    assertThat(anonymous.files().get("commands/sysctl"))
        .asString()
        .isEqualTo("vm.nr_hugepages = 8\n");
  }

  @Test
  void shouldKeepNetworksApartAndTogether() {
    String text = said(of(Map.of("x", "10.1.2.3 10.1.2.4 10.1.9.3 10.7.2.3")), "x");
    String[] at = text.split(" ");

    assertThat(head(at[1], 3)).isEqualTo(head(at[0], 3));
    assertThat(head(at[2], 2)).isEqualTo(head(at[0], 2));
    assertThat(head(at[2], 3)).isNotEqualTo(head(at[0], 3));
    assertThat(head(at[3], 1)).isEqualTo(head(at[0], 1));
    assertThat(head(at[3], 2)).isNotEqualTo(head(at[0], 2));
    assertThat(at).doesNotHaveDuplicates();
  }

  /** As many networks as there are, none of which becomes a machine's own or a group's. */
  @Test
  void shouldGiveEveryFirstByteToOneNetwork() {
    StringBuilder text = new StringBuilder();
    for (int first = 1; first < 224; first++) {
      text.append(first == 127 ? "" : first + ".1.2.3\n");
    }
    List<Integer> firsts =
        said(of(Map.of("x", text.toString())), "x")
            .lines()
            .map(line -> Integer.valueOf(head(line, 1)))
            .toList();
    assertThat(firsts)
        .hasSize(222)
        .doesNotHaveDuplicates()
        .allMatch(first -> first > 0 && first != 127 && first < 224);
  }

  @Test
  void shouldTakeTheSerialNumberOutOfConfigSpace() {
    byte[] space = new byte[4096];
    space[0x100] = 0x01;
    space[0x102] = 0x02;
    space[0x103] = 0x15; // next at 0x150
    space[0x150] = 0x03;
    space[0x152] = 0x01;
    Arrays.fill(space, 0x154, 0x15c, (byte) 0x77);
    space[0x160] = 0x55;

    byte[] out = ConfigSpaceRedaction.withoutSerial(space);

    assertThat(Arrays.copyOfRange(out, 0x154, 0x15c)).containsOnly(0);
    assertThat(out[0x160]).isEqualTo((byte) 0x55);
    assertThat(out[0x150]).isEqualTo((byte) 0x03);
  }

  private static String said(Map<String, String> files, String path) {
    return files.getOrDefault(path, "");
  }

  private static String head(String address, int parts) {
    return String.join(".", List.of(address.split("\\.")).subList(0, parts));
  }

  private static String plain(String text) {
    return text.replaceAll("[:\\s-]", "");
  }

  private static Map<String, String> of(Map<String, String> files) {
    NavigableMap<String, byte[]> bytes = new TreeMap<>();
    files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.ISO_8859_1)));
    Map<String, String> out = new TreeMap<>();
    Anonymizer.of(KEY, "node17", bytes)
        .files()
        .forEach((name, text) -> out.put(name, new String(text, StandardCharsets.ISO_8859_1)));
    return out;
  }
}
