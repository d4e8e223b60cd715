package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

final class PciTreeTest {
  /** A root port, a switch with two ways down, a GPU and a NIC, and a NIC at another root port. */
  private static final String LSPCI =
      """
      00:01.0 PCI bridge: Intel Corporation Device 352a (prog-if 00 [Normal decode])
      \tBus: primary=00, secondary=10, subordinate=13, sec-latency=0
      \tCapabilities: [68] Express (v2) Root Port (Slot+), MSI 00
      10:00.0 PCI bridge: Broadcom / LSI Device c030 (rev b0)
      \tBus: primary=10, secondary=11, subordinate=13, sec-latency=0
      11:00.0 PCI bridge: Broadcom / LSI Device c030 (rev b0)
      \tBus: primary=11, secondary=12, subordinate=12, sec-latency=0
      \tCapabilities: [148 v1] Access Control Services
      \t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl+ DirectTrans+
      \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
      11:01.0 PCI bridge: Broadcom / LSI Device c030 (rev b0)
      \tBus: primary=11, secondary=13, subordinate=13, sec-latency=0
      12:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
      \tNUMA node: 0
      \tRegion 2: Memory at 210000000000 (64-bit, prefetchable) [size=128G]
      \tCapabilities: [60] Express (v2) Endpoint, MSI 00
      \t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0, Latency L0s unlimited, L1 <64us
      \t\tDevCtl:\tCorrErr+ NonFatalErr+ FatalErr+ UnsupReq+
      \t\t\tRlxdOrd+ ExtTag+ PhantFunc- AuxPwr- NoSnoop+ FLReset-
      \t\t\tMaxPayload 256 bytes, MaxReadReq 4096 bytes
      \t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported
      \t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16 (ok)
      \tKernel driver in use: nvidia
      13:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]
      20:00.0 Ethernet controller: Mellanox Technologies MT2892 Family [ConnectX-6 Dx]
      """;

  private final PciTree tree = Read.host(LSPCI).pci();

  @Test
  void shouldReadAFunction() {
    PciDevice gpu = tree.device("12:00.0").orElseThrow();

    assertThat(gpu.isGpu()).isTrue();
    assertThat(gpu.linkGts().get()).isEqualTo(2.5);
    assertThat(gpu.linkMaxGts().get()).isEqualTo(32.0);
    assertThat(gpu.linkWidth().get()).isEqualTo(16);
    assertThat(gpu.payloadBytes().get()).isEqualTo(256);
    assertThat(gpu.readRequestBytes().get()).isEqualTo(4096);
    assertThat(gpu.relaxedOrdering().get()).isTrue();
    assertThat(gpu.regionBytes(2).get()).isEqualTo(128L << 30);
    assertThat(gpu.driver().get()).isEqualTo("nvidia");
    assertThat(gpu.numaNode().get()).isZero();
    assertThat(gpu.acs("ReqRedir").isReported()).isFalse();
  }

  @Test
  void shouldNameTheLineThatSaysIt() {
    assertThat(
            tree.device("12:00.0").orElseThrow().linkGts().findEvidence().orElseThrow().toString())
        .isEqualTo("sample.txt:22: LnkSta:\tSpeed 2.5GT/s (downgraded), Width x16 (ok)");
  }

  @Test
  void shouldClimbToTheRoot() {
    assertThat(tree.bridgesAbove(tree.device("12:00.0").orElseThrow()))
        .extracting(PciDevice::address)
        .containsExactly("0000:11:00.0", "0000:10:00.0", "0000:00:01.0");
  }

  @Test
  void shouldFindTheBridgesBetweenTwo() {
    PciDevice gpu = tree.device("12:00.0").orElseThrow();
    PciDevice near = tree.device("13:00.0").orElseThrow();
    PciDevice far = tree.device("20:00.0").orElseThrow();

    assertThat(tree.bridgesBetween(gpu, near))
        .extracting(PciDevice::address)
        .containsExactly("0000:11:00.0", "0000:10:00.0", "0000:11:01.0");
    assertThat(tree.shareBridge(gpu, near)).isTrue();
    assertThat(tree.shareBridge(gpu, far)).isFalse();
  }

  @Test
  void shouldReadAccessControlOfABridge() {
    assertThat(tree.device("11:00.0").orElseThrow().acsOn())
        .containsExactly("SrcValid", "ReqRedir");
  }

  /** Of NVMe behind Intel's Volume Management Device: domains of five digits. */
  @Test
  void shouldFindWhatStandsAboveInALongDomain() {
    PciTree long5 =
        Read.host(
                """
                10000:e0:03.0 PCI bridge: Intel Corporation Device 352c (prog-if 00 [Normal decode])
                \tBus: primary=e0, secondary=e1, subordinate=e1, sec-latency=0
                10000:e1:00.0 Non-Volatile memory controller: Intel Corporation NVMe Datacenter SSD
                0000:e1:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
                """)
            .pci();
    assertThat(long5.parent(long5.device("10000:e1:00.0").orElseThrow()))
        .map(PciDevice::address)
        .contains("10000:e0:03.0");
    assertThat(long5.parent(long5.device("0000:e1:00.0").orElseThrow())).isEmpty();
  }

  /** A file may say anything. */
  @Test
  void shouldTakeWhatIsNoAddressForAloneAtTheRoot() {
    PciTree odd =
        Read.host(
                """
                <system version="1">
                  <cpu numaid="0"><pci busid="5d" class="0x030200" link_speed="16 GT/s" link_width="16">
                    <gpu dev="0" sm="80" rank="0" gdr="1"/></pci></cpu>
                </system>
                """)
            .pci();
    assertThat(odd.devices()).allSatisfy(device -> assertThat(odd.parent(device)).isEmpty());
  }

  /** The second way down leads to a bus of which nothing is listed any more. */
  @Test
  void shouldTellWhereAListBreaksOff() {
    PciDevice gpu = tree.device("12:00.0").orElseThrow();
    assertThat(tree.endsBelow(gpu)).isFalse();
    PciTree cut = Read.host(LSPCI.substring(0, LSPCI.indexOf("13:00.0"))).pci();
    assertThat(cut.endsBelow(cut.device("12:00.0").orElseThrow())).isTrue();
    String empty = LSPCI.replace("13:00.0 Inf", "12:01.0 Inf");
    assertThat(Read.host(empty).pci().endsBelow(gpu)).isFalse();
  }
}
