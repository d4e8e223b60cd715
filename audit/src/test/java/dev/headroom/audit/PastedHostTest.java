package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import dev.headroom.audit.fix.FixStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a few lines of a host tell, and what they do not. */
final class PastedHostTest {
  private static final String NIC = "[   13.112233] mlx5_core 0000:18:00.0: ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optics.module-refused|Port module event[error]: module 0, Cable error, High Temperature|Port module event: module 0, Cable plugged",
        "pcie.slot-power|mlx5_pcie_event:301:(pid 900): Detected insufficient power on the PCIe slot (27W).|mlx5_pcie_event:301:(pid 900): PCIe slot advertised sufficient power (27W).",
        "link.nic-firmware-error|mlx5_health_try_recover:335: health recovery flow aborted, PCI reads still not working|mlx5_health_try_recover:340: handling bad device here",
      })
  void shouldReadTheNicsDriver(String rule, String sick, String well) {
    assertThat(Pasted.findings(rule, NIC + sick + "\n")).hasSize(1);
    assertThat(Pasted.findings(rule, NIC + well + "\n")).isEmpty();
  }

  /** What a disk is pulled from contains an error too. */
  @Test
  void shouldKnowWhatHangsBelowAPort() {
    String dpc =
        "[  116.000003] pcieport 0000:12:%s.0: DPC: containment event, status:0x1f01 source:0x0000\n";
    assertThat(Pasted.findings("pcie.contained", dpc.formatted("01")))
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR);
    Healthy host = Healthy.host();
    String log = host.text("dmesg.txt");
    Healthy sick = host.withFile("dmesg.txt", log + dpc.formatted("01"));
    assertThat(sick.outcome("pcie.contained").findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR);
    assertThat(host.outcome("pcie.contained").passed()).isEqualTo(1);
  }

  private static String booted(String arguments, String domain) {
    return """
    [    0.000000] Linux version 6.8.0-60-generic
    [    0.000000] Command line: BOOT_IMAGE=/boot/vmlinuz ro quiet %s
    [    0.500000] iommu: Default domain type: %s
    [    0.510000] DMAR: IOMMU enabled
    """
        .formatted(arguments, domain);
  }

  /** A report is passed on to people who should not log in. */
  @Test
  void shouldShowNoSecretOfTheLineThatAFindingRestsOn() {
    String line = "intel_iommu=on adminpassword=hunter2 ds=nocloud;s=http://u:pw@10.0.0.1/";
    assertThat(Pasted.findings("pcie.iommu-translates", booted(line, "Translated")))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.evidence().toString())
                .contains("intel_iommu=on adminpassword=<removed>", "http://<removed>@10.0.0.1/")
                .doesNotContain("hunter2", "u:pw"));
  }

  @Test
  void shouldHearOfTheIommuFromTheKernelsLog() {
    String rule = "pcie.iommu-translates";
    assertThat(Pasted.findings(rule, booted("intel_iommu=on", "Translated"))).hasSize(1);
    assertThat(Pasted.findings(rule, booted("intel_iommu=on iommu=pt", "Passthrough"))).isEmpty();
    assertThat(Pasted.findings(rule, booted("intel_iommu=on", "Passthrough"))).isEmpty();
    String none = booted("", "Translated").replaceAll("\\[.*DMAR.*\n", "");
    assertThat(Pasted.findings(rule, none)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "XID_ERRORS, 79, ERROR",
    "ROW_REMAP_FAILURE, 1, ERROR",
    "ROW_REMAP_PENDING, 1, WARNING",
    "XID_ERRORS, 0,",
    "XID_ERRORS, 31,",
    "ROW_REMAP_FAILURE, 0,",
  })
  void shouldReadMetricsOfGpus(String metric, int value, Severity severity) {
    String text = "DCGM_FI_DEV_%s{gpu=\"0\",UUID=\"GPU-1\"} %d\n".formatted(metric, value);
    assertThat(Pasted.findings("gpu.errors-in-metrics", text))
        .extracting(Finding::severity)
        .isEqualTo(severity == null ? List.of() : List.of(severity));
  }

  @ParameterizedTest
  @CsvSource({
    "15, Bad signal integrity, true",
    "15, N/A, true",
    "2, Negotiation failure, true",
    "0, No issue was observed, false",
    "1024, Cable is unplugged, false",
    "1, The port is closed by command. Please check that the interface is enabled, false",
  })
  void shouldReadWhatTheFirmwareRecommends(int opcode, String words, boolean found) {
    String text =
        """
        # mlxlink -d mlx5_0
        Troubleshooting Info
        --------------------
        Status Opcode                      : %d
        Group Opcode                       : MNG FW
        Recommendation                     : %s
        """
            .formatted(opcode, words);
    assertThat(Pasted.findings("optics.link-trouble", text)).hasSize(found ? 1 : 0);
  }

  private static final String LINKS =
      """
      $ iblinkinfo
      CA: gpu-01 HCA-1:
            0xb83fd20300123456     12    1[  ] ==( 4X      106.25 Gbps Active/  LinkUp)==>       1   17[  ] "MF0;leaf:MQM9700/U1" ( )
      CA: gpu-03 HCA-1:
            0xb83fd20300123458     14    1[  ] ==( 4X      53.125 Gbps Active/  LinkUp)==>       1   19[  ] "MF0;leaf:MQM9700/U1" ( Could be 106.25 Gbps)
      Switch: 0xfc6a1c0300445566 MF0;leaf:MQM9700/U1:
                 1   17[  ] ==( 4X      106.25 Gbps Active/  LinkUp)==>      12    1[  ] "gpu-01 HCA-1" ( )
                 1   19[  ] ==( 4X      53.125 Gbps Active/  LinkUp)==>      14    1[  ] "gpu-03 HCA-1" ( Could be 106.25 Gbps)
      """;

  @Test
  void shouldFindASlowCableOnce() {
    assertThat(Pasted.findings("fabric.link-speed", LINKS))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.place().part()).isEqualTo("MF0;leaf:MQM9700/U1/19");
          assertThat(finding.message())
              .contains("similar links run at 106.3 Gb/s", "gpu-03 HCA-1 1");
        });
    String hosts = LINKS.substring(0, LINKS.indexOf("Switch:"));
    assertThat(Pasted.findings("fabric.link-speed", hosts))
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.message()).contains("and could run at 106.3 Gb/s"));
    String well = LINKS.replace("53.125", "106.25").replace("Could be 106.25 Gbps", "");
    assertThat(Pasted.findings("fabric.link-speed", well)).isEmpty();
  }

  private static String ethtool(String advertised, String partner, int speed) {
    return """
    # ethtool ens3f0np0
    Settings for ens3f0np0:
    \tSupported link modes:   100000baseCR4/Full
    \t                        400000baseCR4/Full
    \tAdvertised link modes:  %s
    \tLink partner advertised link modes:  %s
    \tSpeed: %d000Mb/s
    """
        .formatted(advertised, partner, speed);
  }

  @Test
  void shouldCompareASpeedWithWhatBothEndsCan() {
    String rule = "link.below-capability";
    String all = "400000baseCR4/Full";
    assertThat(Pasted.findings(rule, ethtool(all, all, 400))).isEmpty();
    assertThat(Pasted.findings(rule, ethtool("100000baseCR4/Full", "Not reported", 100)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.message()).contains("offers the remote end at most 100 Gb/s");
        });
    assertThat(Pasted.findings(rule, ethtool(all, all, 100)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("remote end offers 400 Gb/s"));
    assertThat(Pasted.findings(rule, ethtool(all, "Not reported", 100)))
        .extracting(Finding::severity)
        .containsExactly(Severity.INFO);
    assertThat(Pasted.findings(rule, ethtool(all, "100000baseCR4/Full", 100)))
        .extracting(Finding::severity)
        .containsExactly(Severity.INFO);
  }

  @Test
  void shouldSeeADarkLaneOfEitherStyle() {
    String text =
        """
        # ethtool -m ens3f0np0
        \tIdentifier                                : 0x19 (OSFP 8X Pluggable Transceiver)
        \tVendor name                               : NVIDIA
        \tRx power (channel 1)                      : %s
        \tRx power (channel 2)                      : 1.2100 mW / 0.83 dBm
        """;
    assertThat(Pasted.findings("optics.dark-lane", text.formatted("0.0001 mW / -40.00 dBm")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("lane 1"));
    assertThat(Pasted.findings("optics.dark-lane", text.formatted("1.2 mW / 0.80 dBm"))).isEmpty();
  }

  @Test
  void shouldWriteWhatIsSwitchedOnAndWhere() {
    String text =
        """
        # cat /sys/class/net/ens3f0np0/ecn/roce_np/enable/3
        %d
        """;
    assertThat(Pasted.findings("qos.dcqcn-off", text.formatted(0)))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps())
                .extracting(FixStep::command)
                .containsExactly(
                    "printf '%s\\n' '1' > '/sys/class/net/ens3f0np0/ecn/roce_np/enable/3'"));
    assertThat(Pasted.findings("qos.dcqcn-off", text.formatted(1))).isEmpty();
  }

  @Test
  void shouldReadAPageThatWasSaved() {
    String page =
        """
        <html><body><pre>root@gpu-07:~# mlnx_qos -i ens3f0np0
        Priority trust state: pcp
        root@gpu-07:~# rdma link
        link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens3f0np0
        root@gpu-07:~# ip link show ens3f0np0
        4: ens3f0np0: &lt;BROADCAST,MULTICAST,UP,LOWER_UP&gt; mtu 1500 qdisc mq state UP mode DEFAULT
        </pre></body></html>
        """;
    assertThat(Pasted.findings("qos.trust", page))
        .extracting(finding -> finding.place().part())
        .containsExactly("ens3f0np0");
    assertThat(Pasted.findings("mtu.interface-small", page))
        .extracting(finding -> finding.place().part())
        .containsExactly("ens3f0np0");
    assertThat(Pasted.findings("mtu.interface-small", page.replace("1500", "9000"))).isEmpty();
    String part = page.replaceAll("</?(html|body|pre)>", "");
    assertThat(Pasted.findings("mtu.interface-small", part)).hasSize(1);
  }

  private static String job(String volume) {
    return """
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: llm, namespace: ml}
    spec:
      template:
        spec:
          hostIPC: true
          containers:
          - name: pytorch
            resources: {limits: {nvidia.com/gpu: 8}}
            volumeMounts: [{mountPath: /dev/shm, name: dshm}]
          volumes:
          - name: dshm
            emptyDir: {%s}
    """
        .formatted(volume);
  }

  @Test
  void shouldMeasureAPodsSharedMemory() {
    String rule = "container.pod-shared-memory-small";
    assertThat(Pasted.findings(rule, job("medium: Memory, sizeLimit: 64Mi")))
        .extracting(finding -> finding.place().part())
        .containsExactly("pod llm");
    assertThat(Pasted.findings(rule, job("medium: Memory, sizeLimit: 16Gi"))).isEmpty();
    assertThat(Pasted.findings(rule, job("medium: Memory"))).isEmpty();
  }

  /** Both of NetworkManager, whose connections have names of their own, and without it. */
  @Test
  void shouldMakeSettingsLastWhateverSetsUpTheNetwork() {
    String text =
        """
        # mlnx_qos -i ens3f0np0
        Priority trust state: pcp
        # ethtool -a ens3f0np0
        Pause parameters for ens3f0np0:
        Autonegotiate:\toff
        RX:\t\ton
        TX:\t\ton
        """;
    assertThat(
            Pasted.findings("qos.trust", text)
                .getFirst()
                .remedy()
                .fix()
                .steps()
                .getFirst()
                .afterReboot())
        .isEqualTo(
            "printf '%s\\n' 'ACTION==\"add\", SUBSYSTEM==\"net\", NAME==\"ens3f0np0\", \\'"
                + " 'RUN+=\"/usr/bin/mlnx_qos -i ens3f0np0 --trust dscp\"'"
                + " > /etc/udev/rules.d/90-headroom-trust-ens3f0np0.rules");
    assertThat(
            Pasted.findings("qos.global-pause", text)
                .getFirst()
                .remedy()
                .fix()
                .steps()
                .getFirst()
                .afterReboot())
        .contains("$(nmcli -g GENERAL.CONNECTION device show 'ens3f0np0')", "RxFlowControl=off");
  }

  @ParameterizedTest
  @CsvSource({
    "the link keeps going up and down, link-flaps",
    "packets get lost under incast, roce-loss",
    "pause frames storm, pause-storm",
    "pods cannot see rdma device, no-rdma-device",
    "latency spikes, latency-spikes",
    "nccl hangs at init, job-does-not-start",
    "loss nan wrong results, wrong-results",
  })
  void shouldKnowPlainWords(String words, String id) {
    assertThat(Symptoms.named(words)).map(Symptom::id).contains(id);
  }

  /** A reset that the driver no longer asks for is nothing to do. */
  @Test
  void shouldWeighXidsAsNvidiaDoes() {
    String xid = "[   10.000000] NVRM: Xid (PCI:0000:13:00): ";
    assertThat(Pasted.findings(xid + "63, pid=1896, Row Remapper: New row marked for remapping\n"))
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple("gpu.row-remapped", Severity.INFO));
    assertThat(Pasted.findings(xid + "94, pid=7194, Contained: CE User Channel (0x9)\n"))
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple("gpu.contained-error", Severity.WARNING));
    String changed = "154, GPU recovery action changed from ";
    assertThat(Pasted.findings(xid + changed + "0x0 (None) to 0x2 (Node Reboot Required)\n"))
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple("gpu.recovery-asked", Severity.ERROR));
    assertThat(Pasted.findings(xid + changed + "0x1 (GPU Reset Required) to 0x0 (None)\n"))
        .isEmpty();
  }
}
