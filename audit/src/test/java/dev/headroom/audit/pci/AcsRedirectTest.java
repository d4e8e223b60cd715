package dev.headroom.audit.pci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Peer traffic among GPUs of one host that have no NVLink, where no NIC is near. */
final class AcsRedirectTest {
  private static final String AMD =
      "Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge";
  private static final String SWITCH = "Broadcom / LSI PEX890xx PCIe Gen 5 Switch";
  private static final String ADA = "NVIDIA Corporation AD102GL [RTX 5880 Ada Generation] (rev a1)";
  private static final String SXM = "NVIDIA Corporation GA100 [A100 SXM4 80GB] (rev a1)";

  /** The board of NVIDIA/nccl#2079, whose all-reduce hung until these bits were cleared. */
  @Test
  void shouldNoteRootPortsThatRedirect() {
    assertThat(
            found(
                bridge("40:01.1", AMD, "41", "+")
                    + gpu("41:00.0", ADA)
                    + bridge("60:01.1", AMD, "61", "+")
                    + gpu("61:00.0", ADA)))
        .singleElement()
        .satisfies(note -> {
          assertThat(note.severity()).isEqualTo(Severity.INFO);
          assertThat(note.toString()).contains("0000:40:01.1 above 0000:41:00.0");
          assertThat(note.remedy().fix().toString()).contains("NCCL_P2P_DISABLE=1");
        });
  }

  @Test
  void shouldNameTheBridgesOfASwitchThatGpusShare() {
    assertThat(
            found(
                bridge("00:01.0", AMD, "01", "-")
                    + bridge("01:00.0", SWITCH, "02", "-")
                    + bridge("02:00.0", SWITCH, "03", "+")
                    + gpu("03:00.0", ADA)
                    + bridge("02:01.0", SWITCH, "04", "+")
                    + gpu("04:00.0", ADA)))
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault.severity()).isEqualTo(Severity.ERROR))
        .extracting(Finding::subject)
        .containsExactly("node1 0000:02:00.0", "node1 0000:02:01.0");
  }

  @Test
  void shouldLeaveRootPortsAloneWherePeersHaveNvlinkOrNothingRedirects() {
    assertThat(
            found(
                bridge("40:01.1", AMD, "41", "+")
                    + gpu("41:00.0", SXM)
                    + bridge("60:01.1", AMD, "61", "+")
                    + gpu("61:00.0", SXM)))
        .isEmpty();
    assertThat(
            found(
                bridge("40:01.1", AMD, "41", "-")
                    + gpu("41:00.0", ADA)
                    + bridge("60:01.1", AMD, "61", "-")
                    + gpu("61:00.0", ADA)))
        .isEmpty();
  }

  private static String bridge(String address, String name, String bus, String redirect) {
    return """
    %s PCI bridge: %s (prog-if 00 [Normal decode])
    \tBus: primary=%s, secondary=%s, subordinate=%s, sec-latency=0
    \tCapabilities: [2a0 v1] Access Control Services
    \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir%s CmpltRedir%s UpstreamFwd+ EgressCtrl- DirectTrans-

    """
        .formatted(address, name, address.substring(0, 2), bus, bus, redirect, redirect);
  }

  private static String gpu(String address, String name) {
    return address + " VGA compatible controller: " + name + "\n\tControl: BusMaster+\n\n";
  }

  private static List<Finding> found(String lspci) {
    HostFacts host =
        HostFacts.of(
            "node1", List.of(FormatCatalogue.reader().read(FactSource.of("lspci.txt"), lspci)));
    return Audit.of(List.of(host), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .filter(finding -> finding.rule().equals("pcie.acs-redirect"))
        .toList();
  }
}
