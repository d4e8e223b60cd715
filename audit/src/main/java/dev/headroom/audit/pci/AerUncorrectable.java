package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports uncorrectable PCIe errors in the AER status of GPUs, NICs and the bridges above
 * them.
 */
final class AerUncorrectable extends PciRule {
  private static final List<String> BITS =
      List.of("DLP", "SDES", "TLP", "FCP", "CmpltTO", "RxOF", "MalfTLP", "ECRC");

  AerUncorrectable() {
    super(
        RuleInfo.warning("pcie.uncorrectable-errors")
            .title("no uncorrectable PCIe errors are latched")
            .inputs(LSPCI)
            .cause(
                "A transaction was lost or malformed since the bits were last cleared, usually "
                    + "at boot: data link protocol errors, poisoned packets, completion timeouts.")
            .source("PCI Express Base Specification 6.0, 7.8.4.2 (Uncorrectable Error Status)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    for (PciDevice each : board.onPath()) {
      List<Evidence> seen = new ArrayList<>();
      List<String> on = new ArrayList<>();
      for (String bit : BITS) {
        var flag = flag(each, "aer.UESta." + bit);
        if (flag.equalTo(true)) {
          on.add(bit);
          flag.findEvidence().ifPresent(seen::add);
        }
      }
      if (!flag(each, "aer.UESta.MalfTLP").isReported()) {
        to.missingInput(host.name(), LSPCI);
      } else if (on.isEmpty()) {
        to.pass();
      } else {
        to.finding(
                host.name(),
                each.address(),
                "uncorrectable errors are latched: " + String.join(", ", on))
            .addEvidence(seen.stream().distinct().toList())
            .fix(() ->
                Fix.advice(
                    "look in dmesg for AER lines of this device; check after a reboot whether "
                        + "the error returns"))
            .report();
      }
    }
  }
}
