package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks wrong and is not, on machines that really print it. */
final class TrapsTest {
  private final Healthy healthy = Healthy.host();

  private static List<String> worse(Healthy machine) {
    return machine.findings().stream()
        .filter(finding -> finding.severity() != Severity.INFO)
        .map(finding -> finding.rule() + " " + finding.message())
        .toList();
  }

  /** A GPU that shares the processor's memory does without GPUDirect RDMA, wherever the NIC is. */
  @Test
  void shouldNotMissGpuDirectWhereItIsNotMade() {
    Healthy staged =
        healthy
            .with("lsmod.txt", "Module", "nvidia_peermem         20480  0\n", "")
            .with("nccl.log", "1[0] -> 0[0]", "NET/IB/0/GDRDMA", "NET/IB/0")
            .with("topology.txt", "GPU1", "SYS\tPXB", "SYS\tSYS");
    assertThat(staged.rules())
        .contains("gpudirect.peermem", "nccl.without-gpudirect", "gpudirect.distance");
    Healthy spark =
        staged.withFile("gpus.txt", "index, name, memory.total [MiB]\n0, NVIDIA GB10, [N/A]\n");
    assertThat(spark.rules())
        .doesNotContain("gpudirect.peermem", "nccl.without-gpudirect", "gpudirect.distance");
  }

  /** What shapes of perftest's last words lead to. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Couldn't allocate MR;failed to create mr|a perftest test could not create its MR",
        "Unable to create QP.;Failed to create QP.|a perftest test could not create its QP",
        "Did not detect devices;If device exists, check if driver is up|a perftest test found no RDMA device",
      })
  void shouldTellWhyATestDidNotBegin(String words, String finding) {
    Healthy tested = healthy.withFile("test.txt", words.replace(";", "\n") + "\n");
    assertThat(tested.findings()).extracting(Finding::message).containsOnlyOnce(finding);
  }

  /** The last error of a job that logged nothing else is no proof that all else went well. */
  @Test
  void shouldNotTakeAnErrorForALog() {
    HostFacts job =
        HostFacts.of(
            "job",
            List.of(
                FormatCatalogue.reader()
                    .read(
                        FactSource.of("job.txt"),
                        """
                        ncclSystemError: System call (e.g. socket, malloc) or external library call failed.
                        Last error:
                        Call to ibv_create_cq failed with error Cannot allocate memory
                        """)));
    List<RuleOutcome> outcomes = Audit.of(List.of(job), RuleCatalogue.all());
    assertThat(outcomes.stream().flatMap(each -> each.findings().stream()))
        .extracting(Finding::rule)
        .containsExactly("nccl.out-of-pinned-memory");
    assertThat(outcomes)
        .filteredOn(each -> each.ruleInfo().id().equals("nccl.device-not-opened"))
        .allSatisfy(each -> assertThat(each.passed()).isZero())
        .allSatisfy(each -> assertThat(each.notChecked()).isNotEmpty());
  }

  /** Interfaces take TCP; patterns and exceptions are for UCX to follow. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mlx5_0:1,mlx5_1:1",
        "all",
        "eth0",
        "mlx5_0:1,eth0",
        "mlx5_*:1",
        "^mlx5_7:1",
        "lo"
      })
  void shouldLeaveDevicesOfUcxAloneThatAreThere(String devices) {
    Healthy machine =
        healthy.withFile(
            "environment.txt",
            healthy.text("environment.txt") + "UCX_NET_DEVICES=" + devices + "\n");
    assertThat(machine.rules()).doesNotContain("job.ucx-device-not-there");
  }

  /** A device that somebody names wrong to ibstatus says nothing of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"mlx5_9", "mlx5_0:2"})
  void shouldNotMissDevicesThatIbstatusWasAskedAbout(String device) {
    Healthy asked =
        healthy.withFile(
            "ibstatus.txt",
            "Fatal error:  device '%s': sys files not found (/sys/class/infiniband/%s/ports)\n"
                .formatted(device, device));
    assertThat(asked.rules()).doesNotContain("rdma.no-devices");
  }

  @Test
  void shouldLetAGpuRestAtASlowLink() {
    Healthy resting =
        healthy.with("lspci.txt", "13:00.0 3D", "Speed 32GT/s (ok)", "Speed 2.5GT/s (downgraded)");
    assertThat(worse(resting)).isEmpty();
  }

  @Test
  void shouldLeaveNicsAloneThatAskFor512Bytes() {
    Healthy modest =
        healthy
            .with("lspci.txt", "14:00.0 Ethernet", "MaxReadReq 4096", "MaxReadReq 512")
            .with("lspci.txt", "94:00.0 Ethernet", "MaxReadReq 4096", "MaxReadReq 512");
    assertThat(worse(modest)).isEmpty();
  }

  /** ACS on the storage side, and 42 bridges of the GPU side without it. */
  @Test
  void shouldLookAtAcsOnlyBetweenGpusAndNics() {
    Assumptions.assumeTrue(Healthy.hasFixtures(), "no fixtures here");
    Healthy server = Healthy.h100();
    assertThat(server.text("lspci.txt")).containsPattern("ACSCtl:.*ReqRedir\\+");
    assertThat(server.rules()).doesNotContain("pcie.acs-redirect");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nccl_log/mlperf31_dell_XE9640_4H100.log",
        "nccl_log/mlperf51_dell_1xXE9685Lx8B200-SXM-180GB_retinanet.log"
      })
  void shouldNotMissNetworksOnASingleNode(String log) {
    Assumptions.assumeTrue(Healthy.hasFixtures(), "no fixtures here");
    Healthy job = Healthy.published(log);
    assertThat(worse(job)).noneMatch(each -> each.contains("socket") || each.contains("device"));
  }

  /** Of an image's recipe, of a plugin, of a newer NCCL: others are near them, and not meant. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NCCL_TESTS_VERSION=v2.17.0",
        "NCCL_INSTALL_PATH=/opt/nccl",
        "NCCL_TEST_DIR=/x",
        "NCCL_IBEXT_DISABLE=0",
        "NCCL_IB_OOO_RQ=1"
      })
  void shouldLeaveVariablesAloneThatSomebodyReads(String variable) {
    Healthy built =
        healthy.withFile("environment.txt", healthy.text("environment.txt") + variable + "\n");
    assertThat(worse(built)).isEmpty();
  }

  /** NCCL says itself that the level is LOC, once direct traffic is switched off. */
  @Test
  void shouldNotTakeTheSameSaidTwiceForAContradiction() {
    Healthy alone =
        healthy.withFile(
            "environment.txt",
            healthy.text("environment.txt") + "NCCL_P2P_DISABLE=1\nNCCL_P2P_LEVEL=LOC\n");
    assertThat(alone.rules()).contains("nccl.p2p-disabled").doesNotContain("nccl.contradiction");
  }

  /** An image without libibverbs hurts a job only where it talks to other machines. */
  @Test
  void shouldNotCallALibraryMissingThatOneMachineDoesNotNeed() {
    String start = "node1:100:210 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.7<0>\n";
    String missing = "node1:100:210 [0] NCCL INFO Failed to open libibverbs.so[.1]\n";
    String one = "node1:100:210 [0] NCCL INFO comm 0x5 rank 0 nRanks 8 nNodes 1 localRanks 8\n";
    String two = one.replace("nNodes 1", "nNodes 2");
    assertThat(severity(start + missing + one)).isEmpty();
    assertThat(severity(start + missing)).containsExactly(Severity.WARNING);
    assertThat(severity(start + missing + two)).containsExactly(Severity.ERROR);
    assertThat(severity(start + missing + two.replace("nNodes", "nnodes")))
        .containsExactly(Severity.ERROR);
  }

  private List<Severity> severity(String log) {
    return severity(healthy.withFile("nccl.log", log), "nccl.no-libibverbs");
  }

  /** A document shows the topology of one machine after that of another. */
  @Test
  void shouldNotTakeTwoMachinesForOneWithAHole() {
    String other = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tPHB\t0-11\nGPU1\tPHB\t X \t0-11\n";
    Healthy two = healthy.withFile("topology.txt", healthy.text("topology.txt") + "\n\n" + other);
    assertThat(two.rules()).doesNotContain("gpu.nvlink-missing");
  }

  /** Without the process in front nobody knows whose line it is; it may be an earlier try. */
  @Test
  void shouldCompareDevicesOfNodesOnlyWhereLinesNameThem() {
    String lines =
        """
        NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.7<0>
        NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.7<0>
        """;
    assertThat(healthy.withFile("nccl.log", lines).rules()).doesNotContain("nccl.hca-sets-differ");
  }

  @Test
  void shouldSayNothingOfCountersAtZero() {
    assertThat(healthy.rules()).noneMatch(rule -> rule.startsWith("counters."));
  }

  /** Drop counters at zero do not clear a fabric in which bandwidth collapses. */
  @Test
  void shouldNotBeComfortedByCountersAtZero() {
    Healthy slow = healthy.with("nccl_tests.txt", "268435456 ", "86.50   86.50", "0.31   0.31");
    assertThat(slow.findings())
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.reason().cause())
                .contains("drop counters at zero do not rule out loss in the fabric"));
  }

  /** "Index 3" is a habit, not a rule: here it is link-local, and 5 is what serves. */
  @Test
  void shouldNotTakeIndexThreeForGranted() {
    Healthy moved =
        healthy
            .withFile(
                "show_gids.txt",
                healthy
                    .text("show_gids.txt")
                    .replaceAll("mlx5_(\\d)\t1\t2", "mlx5_$1\t1\t4")
                    .replaceAll("mlx5_(\\d)\t1\t3", "mlx5_$1\t1\t5"))
            .with("environment.txt", "", "GID_INDEX=3", "GID_INDEX=5");
    assertThat(worse(moved)).isEmpty();
  }

  /** Cut off where it was pasted: the line of v2 that belongs to the last one is missing. */
  @ParameterizedTest
  @ValueSource(strings = {"mlx5_1\t1\t1", "mlx5_1\t1\t3"})
  void shouldNotMissAddressesBehindTheEndOfATableThatBreaksOff(String from) {
    String whole = healthy.text("show_gids.txt");
    Healthy cut = healthy.withFile("show_gids.txt", whole.substring(0, whole.indexOf(from)));
    assertThat(cut.rules()).doesNotContain("gid.none-routable");

    Healthy ended =
        healthy.withFile(
            "show_gids.txt", whole.substring(0, whole.indexOf(from)) + "n_gids_found=7\n");
    assertThat(ended.rules()).contains("gid.none-routable");
  }

  @Test
  void shouldNotTakeASplitPortForABrokenLink() {
    Healthy split = Healthy.fabric();
    String links = split.text("iblinkinfo.txt");
    assertThat(
            worse(
                split.withFile(
                    "iblinkinfo.txt", links.replaceAll("(node9 mlx5_0:\\n.*\\( )4X", "$12X"))))
        .isEmpty();
  }

  /** A Grace has its NICs, and by NVLink-C2C its GPUs: they are as near as they can be. */
  @Test
  void shouldNotLookForSwitchesBelowAGrace() {
    String matrix =
        """
        \tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID
        GPU0\t X \tNV18\tNODE\tSYS\t0-71\t0\t%s
        GPU1\tNV18\t X \tSYS\tNODE\t72-143\t1\t%s
        NIC0\tNODE\tSYS\t X \tSYS
        NIC1\tSYS\tNODE\tSYS\t X
        """;
    Healthy grace = healthy.withFile("topology.txt", matrix.formatted("4", "12"));
    assertThat(grace.rules()).doesNotContain("gpudirect.distance");
    Healthy other = healthy.withFile("topology.txt", matrix.formatted("N/A", "N/A"));
    assertThat(severity(other, "gpudirect.distance")).containsOnly(Severity.WARNING);
    Healthy far =
        healthy.withFile("topology.txt", matrix.formatted("4", "12").replace("NODE", "SYS"));
    assertThat(severity(far, "gpudirect.distance")).containsOnly(Severity.WARNING);
  }

  /** mlx4 asks for relaxed ordering of nothing, and such cards show the bit as zero. */
  @Test
  void shouldNotAskAConnectX3ForRelaxedOrdering() {
    Healthy strict = healthy.with("lspci.txt", "14:00.0 Ethernet", "RlxdOrd+", "RlxdOrd-");
    assertThat(worse(strict)).singleElement().asString().startsWith("pcie.relaxed-ordering");
    Healthy old =
        strict.with(
            "lspci.txt",
            "14:00.0 Ethernet",
            "MT2910 Family [ConnectX-7]",
            "MT27500 Family [ConnectX-3]");
    assertThat(old.rules()).doesNotContain("pcie.relaxed-ordering");
  }

  /** Of Xeon E5 v3 and v4 the kernel says so itself, and switches it off below them. */
  @Test
  void shouldNotUndoWhatTheKernelDoesBelowOldRootPorts() {
    Healthy strict = healthy.with("lspci.txt", "14:00.0 Ethernet", "RlxdOrd+", "RlxdOrd-");
    String root =
        "Intel Corporation Xeon E7 v4/Xeon E5 v4/Xeon E3 v4/Xeon D PCI Express Root Port 2";
    Healthy broadwell =
        strict.withFile(
            "lspci.txt",
            strict.text("lspci.txt").replaceAll("(PCI bridge: )Intel Corporation .*", "$1" + root));
    assertThat(broadwell.text("lspci.txt")).contains(root);
    assertThat(broadwell.rules()).doesNotContain("pcie.relaxed-ordering");
  }

  /** Cards have two ports where racks have cables for one. */
  @Test
  void shouldOnlyNoteThePortThatNobodyCabled() {
    String card =
        """
        CA 'mlx5_%d'
        \tCA type: MT4125
        \tNumber of ports: 1
        \tSystem image GUID: 0xb83fd20300%02da00
        \tPort 1:
        \t\tState: %s
        \t\tPhysical state: %s
        \t\tRate: 100
        \t\tLink layer: Ethernet
        """;
    String up = card.formatted(8, 1, "Active", "LinkUp");
    String open = card.formatted(9, 1, "Down", "Disabled");
    assertThat(severity(healthy.withFile("ibstat.txt", up + open), "link.down"))
        .containsExactly(Severity.INFO);

    String alone = card.formatted(9, 2, "Down", "Disabled");
    assertThat(severity(healthy.withFile("ibstat.txt", up + alone), "link.down"))
        .containsExactly(Severity.WARNING);
    String both =
        card.formatted(10, 3, "Active", "LinkUp") + card.formatted(11, 3, "Active", "LinkUp");
    assertThat(severity(healthy.withFile("ibstat.txt", up + open + both), "link.down"))
        .containsExactly(Severity.WARNING);
    Healthy meant =
        healthy
            .withFile("ibstat.txt", up + open)
            .withFile("environment.txt", "NCCL_IB_HCA==mlx5_8,mlx5_9\n");
    assertThat(severity(meant, "link.down")).containsExactly(Severity.WARNING);
    Healthy leftOut = meant.withFile("environment.txt", "NCCL_IB_HCA=^mlx5_9\n");
    assertThat(severity(leftOut, "link.down")).containsExactly(Severity.INFO);
  }

  /**
   * Nobody says what it is; a bridge of sixteen lanes above a card of eight is none to speak of.
   */
  @Test
  void shouldTellALinkByWhatGrepLeftOfIt() {
    String cut =
        """
        $ lspci -vvv -s 5e:00.0 | grep -A1 Lnk
        \t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM not supported
        \t\t\tClockPM- Surprise- LLActRep- BwNot- ASPMOptComp+
        \t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)
        """;
    assertThat(severity(healthy.withFile("cut.txt", cut), "pcie.link-width"))
        .containsExactly(Severity.WARNING);
    Healthy bridge = healthy.withFile("cut.txt", cut.replace("LLActRep-", "LLActRep+"));
    assertThat(bridge.rules()).doesNotContain("pcie.link-width");
    String named =
        """
        5e:00.0 Ethernet controller: Mellanox Technologies MT2892 Family [ConnectX-6 Dx]
        \t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)
        """;
    assertThat(severity(healthy.withFile("cut.txt", named), "pcie.link-width"))
        .containsExactly(Severity.ERROR);
    Healthy whole = healthy.withFile("cut.txt", named.replace("(downgraded)", "(ok)"));
    assertThat(whole.rules()).doesNotContain("pcie.link-width");
  }

  /** On one machine nothing is sent through NICs; that they could not reach the GPUs is a note. */
  @Test
  void shouldNotAlarmAJobOfOneNodeAboutItsNics() {
    String refused =
        "node1:100:210 [0] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'\n";
    String one = "node1:100:210 [0] NCCL INFO comm 0x5 rank 0 nRanks 8 nNodes 1 localRanks 8\n";
    Healthy alone = healthy.withFile("nccl.log", refused + one);
    assertThat(severity(alone, "nccl.without-gpudirect")).containsExactly(Severity.INFO);
    Healthy many = healthy.withFile("nccl.log", refused + one.replace("nNodes 1", "nNodes 2"));
    assertThat(severity(many, "nccl.without-gpudirect")).containsExactly(Severity.ERROR);
  }

  /** As NCCL 2.28.9 logged on a virtual machine with an H200 and one virtio NIC. */
  @Test
  void shouldNotMissGpuDirectWhereAJobHasSocketsOnly() {
    String sockets =
        """
        node1:946:946 [0] NCCL INFO NCCL version 2.28.9+cuda13.0
        node1:946:946 [0] NCCL INFO NET/IB : No device found.
        node1:946:946 [0] NCCL INFO Using network Socket
        node1:946:946 [0] NCCL INFO NET/Socket : GPU Direct RDMA Disabled for HCA 0 'eth0'
        node1:946:946 [0] NCCL INFO comm 0x28e03d10 rank 0 nRanks 1 nNodes 1 localRanks 1
        """;
    Healthy alone = healthy.withFile("nccl.log", sockets);
    assertThat(severity(alone, "nccl.without-gpudirect")).isEmpty();
    Healthy many = healthy.withFile("nccl.log", sockets.replace("nNodes 1", "nNodes 2"));
    assertThat(severity(many, "nccl.without-gpudirect")).isEmpty();
  }

  /** Another subnet may be another fabric, as storage's, that was never as fast. */
  @Test
  void shouldNotCallAnotherFabricBroken() {
    String port =
        """
        CA '%s'
        \tCA type: MT4119
        \tNumber of ports: 1
        \tPort 1:
        \t\tState: Active
        \t\tPhysical state: LinkUp
        \t\tRate: %d
        \t\tSM lid: %d
        \t\tLink layer: InfiniBand
        """;
    String fast = port.formatted("mlx5_8", 100, 10);
    Healthy other = healthy.withFile("ibstat.txt", fast + port.formatted("mlx5_9", 56, 43));
    assertThat(severity(other, "link.rate-below-siblings")).containsExactly(Severity.WARNING);
    Healthy same = healthy.withFile("ibstat.txt", fast + port.formatted("mlx5_9", 56, 10));
    assertThat(severity(same, "link.rate-below-siblings")).containsExactly(Severity.ERROR);
  }

  /** Clouds let machines whose GPUs have half a slot, as AWS does with T4 and A10G. */
  @Test
  void shouldLeaveLanesOfAVirtualMachineToWhoeverRunsIt() {
    String query =
        """
        <?xml version="1.0" ?>
        <!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">
        <nvidia_smi_log>
          <driver_version>535.104.05</driver_version>
          <gpu id="00000000:00:1E.0">
            <product_name>NVIDIA A10G</product_name>
            <gpu_virtualization_mode>
              <virtualization_mode>%s</virtualization_mode>
            </gpu_virtualization_mode>
            <pci>
              <pci_gpu_link_info>
                <link_widths>
                  <max_link_width>16x</max_link_width>
                  <current_link_width>8x</current_link_width>
                </link_widths>
              </pci_gpu_link_info>
            </pci>
          </gpu>
        </nvidia_smi_log>
        """;
    Healthy empty = healthy.without("lspci.txt");
    assertThat(
            severity(empty.withFile("gpus.xml", query.formatted("Pass-Through")), "gpu.pcie-lanes"))
        .containsExactly(Severity.WARNING);
    assertThat(severity(empty.withFile("gpus.xml", query.formatted("None")), "gpu.pcie-lanes"))
        .containsExactly(Severity.ERROR);
  }

  /** Three packets of five that are gone are no matter of when; a few of a billion are. */
  @ParameterizedTest
  @CsvSource({"58591428329, WARNING", "1204, INFO"})
  void shouldWeighDropsByWhatCame(long drops, Severity severity) {
    String counters =
        """
        $ ethtool -S eth9
        NIC statistics:
             rx_packets_phy: 97052087562
             rx_discards_phy: %d
        """
            .formatted(drops);
    assertThat(severity(healthy.withFile("eth9.txt", counters), "counters.interface-drops"))
        .containsExactly(severity);
  }

  /** What a wireless card or a disk has to have sent again is not RDMA's. */
  @ParameterizedTest
  @CsvSource({"ath10k_pci, INFO", "nvme, INFO", "nvidia, WARNING", "mlx5_core, WARNING"})
  void shouldNotTakeAnybodysPcieErrorsForThoseOfGpusAndNics(String driver, Severity severity) {
    String log =
        """
        [ 3635.554824] pcieport 0000:00:1c.5: AER: Multiple Corrected error received: 0000:02:00.0
        [ 3635.554838] %s 0000:02:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)
        """
            .formatted(driver);
    Healthy host = healthy.withFile("dmesg.txt", healthy.text("dmesg.txt") + log);
    assertThat(severity(host, "pcie.aer-in-log")).containsExactly(severity);
  }

  /** A tuner card that misses its memory costs RDMA nothing, and neither does Intel's graphics. */
  @ParameterizedTest
  @CsvSource({
    "cx23885 0000:06:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x0009 address=0xffd7b000 flags=0x0000], INFO",
    "mlx5_core 0000:14:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x0009 address=0xffd7b000 flags=0x0000], WARNING",
    "DMAR: [DMA Read] Request device [14:00.0] fault addr 7cd80000 [fault reason 06] PTE Read access is not set, WARNING",
    "DMAR: [DMA Read NO_PASID] Request device [00:02.0] fault addr 0x7cd80000 [fault reason 0x01] Present bit in root entry is clear, none",
  })
  void shouldNotTakeAnybodysRefusedDmaForThatOfGpusAndNics(String line, String severity) {
    Healthy host =
        healthy.withFile("dmesg.txt", healthy.text("dmesg.txt") + "[    0.361089] " + line + "\n");
    assertThat(severity(host, "pcie.dma-refused"))
        .isEqualTo(severity.equals("none") ? List.of() : List.of(Severity.valueOf(severity)));
  }

  /**
   * The driver of an address stands in the line before it, where the same card goes on, or in
   * lspci; without either it may be a GPU.
   */
  @ParameterizedTest
  @CsvSource({"06:00.0, INFO", "41:00.0, WARNING", "0000:42:00.0, INFO", "43:00.0, WARNING"})
  void shouldNotLetOneBystanderHideAnAddressWithoutDriver(String address, Severity severity) {
    String log =
        """
        [    0.361089] cx23885 0000:06:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x0009 address=0xffd7b000 flags=0x0000]
        [    0.361090] AMD-Vi: Event logged [IO_PAGE_FAULT device=%s domain=0x000a address=0xffd7c000 flags=0x0000]
        """
            .formatted(address);
    String devices =
        """
        $ lspci -nnk
        42:00.0 SATA controller [0106]: ASMedia Technology Inc. ASM1061 [1b21:0611]
        \tKernel driver in use: ahci
        43:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330]
        \tKernel driver in use: nvidia
        """;
    Healthy host =
        healthy
            .withFile("dmesg.txt", healthy.text("dmesg.txt") + log)
            .withFile("more.txt", devices);
    assertThat(severity(host, "pcie.dma-refused")).containsExactly(severity);
  }

  private static List<Severity> severity(Healthy host, String rule) {
    return host.findings().stream()
        .filter(finding -> finding.rule().equals(rule))
        .map(Finding::severity)
        .toList();
  }
}
