package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.ArrayList;
import java.util.List;

/** Rule that reports correctable PCIe errors in AER status: a replay at some time since boot. */
final class AerCorrectable extends PciRule {
  private static final List<String> BITS =
      List.of("RxErr", "BadTLP", "BadDLLP", "Rollover", "Timeout");

  AerCorrectable() {
    super(
        RuleInfo.info("pcie.correctable-errors")
            .title("no correctable PCIe errors are latched")
            .inputs(LSPCI)
            .cause(
                "At least one packet arrived corrupted and was replayed since the bits were last "
                    + "cleared. One replay is harmless; many cost bandwidth. The bits are no "
                    + "counters: clear them with setpci and check whether they are set again, or "
                    + "watch the replay counter.")
            .source("PCI Express Base Specification 6.0, 7.8.4.5 (Correctable Error Status)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    List<Evidence> seen = new ArrayList<>();
    List<String> devices = new ArrayList<>();
    for (PciDevice each : board.onPath()) {
      boolean any = false;
      for (String bit : BITS) {
        var flag = flag(each, "aer.CESta." + bit);
        if (flag.equalTo(true)) {
          any = true;
          flag.findEvidence().ifPresent(seen::add);
        }
      }
      if (any) {
        devices.add(each.address());
      } else if (flag(each, "aer.CESta.BadTLP").isReported()) {
        to.pass();
      } else {
        to.missingInput(host.name(), LSPCI);
      }
    }
    if (!devices.isEmpty()) {
      to.finding(
              host.name(),
              "",
              ("correctable errors are latched at %d of the devices on the paths of GPUs and "
                      + "NICs: %s")
                  .formatted(devices.size(), some(devices)))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "watch nvidia-smi -q (Replays Since Reset) and dmesg; reseat the card if "
                      + "errors repeat, not for a single latched bit"))
          .report();
    }
  }

  private static String some(List<String> devices) {
    return devices.size() <= 4
        ? String.join(", ", devices)
        : String.join(", ", devices.subList(0, 4)) + " and more";
  }
}
