package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peer-to-peer access that the chipset or the BIOS refuses, by each output that shows it. */
final class PeerAccessTest {
  private static final String MATRIX =
      """
      $ nvidia-smi topo -p2p r
       	GPU0	GPU1	GPU2	GPU3
       GPU0	X	%1$s	OK	OK
       GPU1	%1$s	X	OK	OK
       GPU2	OK	OK	X	OK
       GPU3	OK	OK	OK	X

      Legend:

        X    = Self
        OK   = Status Ok
        CNS  = Chipset not supported
        GNS  = GPU not supported
        TNS  = Topology not supported
        NS   = Not supported
        DR   = Disabled by regkey
        U    = Unknown
      """;

  private static HostFacts host(String text) {
    return HostFacts.of(
        "n1", List.of(FormatCatalogue.reader().read(FactSource.of("pasted.txt"), text)));
  }

  private static RuleOutcome outcome(String rule, String text) {
    return Audit.of(List.of(host(text)), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "CNS, WARNING, Above 4G Decoding",
    "TNS, WARNING, below one PCIe switch",
    "DR, WARNING, NVreg_RegistryDwords",
    "GNS, INFO, no setting changes this",
  })
  void shouldNameTheReason(String word, Severity severity, String advice) {
    assertThat(outcome("pcie.peer-access", MATRIX.formatted(word)).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.message()).contains("2 of 12 pairs", "GPU0-GPU1", "(" + word + ")");
          assertThat(finding.remedy().fix().toString()).contains(advice);
          assertThat(finding.evidence().getFirst().text()).contains("GPU0", word);
        });
  }

  @Test
  void shouldPassWhereEachPairMay() {
    RuleOutcome healthy = outcome("pcie.peer-access", MATRIX.formatted("OK"));
    assertThat(healthy.findings()).isEmpty();
    assertThat(healthy.passed()).isOne();
  }

  /** A healthy host without NVLink says NS of {@code -p2p n}. */
  @Test
  void shouldNotTakeAMatrixOfNvlinkForOneOfPcie() {
    RuleOutcome unclear = outcome("pcie.peer-access", MATRIX.formatted("NS"));
    assertThat(unclear.findings()).isEmpty();
    assertThat(unclear.passed()).isZero();
    assertThat(unclear.notChecked()).hasSize(1);
  }

  /** It says nothing of distances, so rules about them have no input. */
  @Test
  void shouldNotTakeAccessForDistance() {
    HostFacts host = host(MATRIX.formatted("OK"));
    assertThat(host.distances().isEmpty()).isTrue();
    assertThat(outcome("gpudirect.distance", MATRIX.formatted("OK")).notChecked()).hasSize(1);
  }

  @Test
  void shouldReadWhatCudaRefuses() {
    String text =
        """
        [P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
        Device: 0, NVIDIA L40S, pciBusID: 1, pciDeviceID: 0, pciDomainID:0
        Device: 1, NVIDIA L40S, pciBusID: 25, pciDeviceID: 0, pciDomainID:0
        Device=0 CANNOT Access Peer Device=1
        Device=1 CANNOT Access Peer Device=0
        """;
    assertThat(outcome("pcie.peer-access", text).findings())
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("2 of 2 pairs", "CUDA refuses it");
    assertThat(outcome("pcie.peer-access", text.replace("CANNOT", "CAN")).passed()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"'', WARNING", "'NVLINK ', ERROR"})
  void shouldReadNcclsLine(String link, Severity severity) {
    String log =
        "n1:7:9 [0] NCCL INFO P2P is disabled between %sconnected GPUs 1 and 0.\n".formatted(link)
            + "n1:7:9 [0] NCCL INFO ncclCommInitRank comm 0x55 rank 0 nranks 2 cudaDev 0 - Init"
            + " COMPLETE\n";
    assertThat(outcome("nccl.peer-access-off", log).findings())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(severity);
    assertThat(outcome("nccl.peer-access-off", log.substring(log.indexOf('\n') + 1)).passed())
        .isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cannot be used for peer-to-peer DMA as the client and provider (0000:13:00.0) do not share an upstream bridge or whitelisted host bridge",
        "ACS redirect is set between the client and provider (0000:13:00.0)"
      })
  void shouldReadTheKernelsLine(String words) {
    String boot = "[    0.000000] Linux version 6.8.0-31-generic (buildd@lcy02)\n";
    String line = "[   10.000000] mlx5_core 0000:14:00.0: " + words + "\n";
    assertThat(outcome("pcie.peer-dma-refused", boot + line).findings()).hasSize(1);
    assertThat(outcome("pcie.peer-dma-refused", boot).passed()).isOne();
  }
}
