package dev.headroom.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workstation as people's nvidia-bug-report.log shows it: GPUs, the RDMA core, no NIC for it. */
final class RdmaPresenceTest {
  private static final String GPU =
      """
      2e:00.0 VGA compatible controller: NVIDIA Corporation GA102GL [RTX A6000] (rev a1)
      \tRegion 1: Memory at 100b0000000 (64-bit, prefetchable) [size=256M]
      \tKernel driver in use: nvidia
      """;
  private static final String NIC =
      """
      41:00.0 Ethernet controller: Mellanox Technologies MT28908 Family [ConnectX-6]
      \tKernel driver in use: mlx5_core
      """;
  private static final String LIMITS = "max locked memory       (kbytes, -l) 64\n";
  private static final String MODULES =
      """
      Module                  Size  Used by
      nvidia              56721408  607 nvidia_uvm
      ib_core               516096  1 rdma_cm
      """;

  private static final String LOG =
      """
      [    2.111234] pci 0000:2e:00.0: 126.024 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x16 link at 0000:2c:00.0
      [   72.111234] NVRM: Xid (PCI:0000:2e:00): 79, pid=1, GPU has fallen off the bus.
      """;

  private static Map<String, Severity> found(String... files) throws IOException {
    List<MachineSource> sources = new ArrayList<>();
    for (int i = 0; i < files.length; i += 2) {
      sources.add(MachineSource.of("ws", files[i], files[i + 1]));
    }
    HostFacts host =
        new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(sources)).getFirst();
    Audit.Seen seen = new Audit(RuleCatalogue.all()).judge(host);
    seen.replace(finding -> RdmaPresence.adjustSeverity(host, finding));
    Map<String, Severity> found = new TreeMap<>();
    for (Finding finding : seen.findings()) {
      found.put(finding.rule(), finding.severity());
    }
    return found;
  }

  @Test
  void shouldOnlyNoteWhatMattersToRdmaWhereThereIsNone() throws IOException {
    assertThat(found("lspci.txt", GPU, "ulimit.txt", LIMITS, "lsmod.txt", MODULES, "log", LOG))
        .containsOnly(
            Map.entry("memory.memlock", Severity.INFO), Map.entry("gpu.xid", Severity.ERROR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ethernet controller: AMD Pensando Systems DSC Ethernet Controller",
        "Ethernet controller: Intel Corporation Ethernet Controller E830-CC for QSFP (rev 02)",
        "Ethernet controller: Broadcom Inc. and subsidiaries BCM57608 10Gb/25Gb/50Gb/100Gb/200Gb/400Gb Ethernet (rev 11)",
        "Ethernet controller: Chelsio Communications Inc T62100-CR Unified Wire Ethernet Controller",
        "Ethernet controller: QLogic Corp. FastLinQ QL45000 Series 100GbE Controller (rev 10)",
        "Fabric controller: Cornelis Networks Omni-Path HFI Silicon 100 Series [discrete] (rev 11)",
        "Ethernet controller: Alibaba (China) Co., Ltd. Elastic RDMA Adapter",
      })
  void shouldKnowNicsOfAllMakersThatDoRdma(String nic) throws IOException {
    assertThat(found("lspci.txt", GPU + "41:00.0 " + nic + "\n", "ulimit.txt", LIMITS))
        .containsEntry("memory.memlock", Severity.ERROR);
  }

  /** It is there to manage the card. */
  @Test
  void shouldNotTakeAManagementControllerForANic() throws IOException {
    String nic = "Ethernet controller: AMD Pensando Systems DSC Management Controller";
    assertThat(found("lspci.txt", GPU + "41:00.0 " + nic + "\n", "ulimit.txt", LIMITS))
        .containsEntry("memory.memlock", Severity.INFO);
  }

  @Test
  void shouldNotTakeSilenceForAnAbsence() throws IOException {
    assertThat(found("ulimit.txt", LIMITS)).containsEntry("memory.memlock", Severity.ERROR);
  }

  @Test
  void shouldJudgeInEarnestWhereANicDoesRdma() throws IOException {
    assertThat(found("lspci.txt", GPU + NIC, "ulimit.txt", LIMITS, "lsmod.txt", MODULES))
        .containsEntry("memory.memlock", Severity.ERROR)
        .containsEntry("gpudirect.peermem", Severity.WARNING)
        .containsEntry("pcie.gpu-bar", Severity.WARNING);
  }

  /** A function that a log names is no list of all, and its driver says what it is. */
  @Test
  void shouldSeeANicThatOnlyTheKernelsLogNames() throws IOException {
    String log =
        "[    8.387840] mlx5_core 0001:43:00.0: 63.008 Gb/s available PCIe bandwidth, limited by"
            + " 8.0 GT/s PCIe x8 link at 0001:42:01.0 (capable of 126.016 Gb/s with 8.0 GT/s PCIe"
            + " x16 link)\n";
    assertThat(found("dmesg.txt", log)).containsEntry("pcie.slot-bandwidth", Severity.WARNING);
    assertThat(found("dmesg.txt", log, "ulimit.txt", LIMITS))
        .containsEntry("memory.memlock", Severity.ERROR);
    assertThat(found("dmesg.txt", LOG, "ulimit.txt", LIMITS))
        .containsEntry("memory.memlock", Severity.ERROR);
  }
}
