package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.regex.Pattern;

/**
 * Rule that reports a NIC or GPU whose PCIe link has fewer lanes than it supports. Width does not
 * fall at rest.
 */
final class LinkWidth extends PciEndpointRule {
  /** As lspci says it where nobody kept what the function could do. */
  private static final Pattern DOWNGRADED = Pattern.compile("Width x\\d+ \\(downgraded\\)");

  private static final String SEAT = "reseat it, check the riser, try another slot";

  LinkWidth() {
    super(
        RuleInfo.error("pcie.link-width")
            .title("GPUs and NICs use all of their PCIe lanes")
            .inputs(LSPCI)
            .cause(
                "Half the lanes give half the bandwidth. Candidates: a slot wired for fewer "
                    + "lanes, a riser, dirty contacts or a bad lane. Unlike the speed, the width "
                    + "does not drop when the device is idle.")
            .source("PCI Express Base Specification 6.0, 7.5.3.8 (Link Status); article S2:227"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice end, FindingCollector to) {
    ReportedValue<String> status = text(end, "express.LnkSta");
    if (end.linkWidth().isReported()
        && !end.linkMaxWidth().isReported()
        && status.matches(words -> DOWNGRADED.matcher(words).find())) {
      to.finding(
              host.name(),
              end.address(),
              "its link is x%d, fewer lanes than it supports".formatted(end.linkWidth().get()))
          .addEvidence(status.findEvidence().stream().toList())
          .fix(() -> Fix.advice(SEAT))
          .report();
      return;
    }
    if (isMissing(host, to, end.linkWidth(), end.linkMaxWidth())) {
      return;
    }
    long width = end.linkWidth().get();
    long could = end.linkMaxWidth().get();
    if (width >= could || width == 0) {
      to.pass();
      return;
    }
    long slot =
        board.bridgesAbove(end).stream()
            .findFirst()
            .map(bridge -> bridge.linkMaxWidth().orElse(0L))
            .orElse(0L);
    String why =
        slot > 0 && slot <= width
            ? "its slot has at most x" + slot
            : "card and slot support more lanes: " + SEAT;
    FindingCollector.Draft found =
        to.finding(
                host.name(),
                end.address(),
                "its link is x%d instead of x%d".formatted(width, could)
                    + (PciFunctionTraits.isNameless(end)
                        ? "; the input lacks its device name"
                        : ""))
            .severity(PciFunctionTraits.isNameless(end) ? Severity.WARNING : Severity.ERROR)
            .addEvidence(end.linkWidth().findEvidence().stream().toList())
            .addEvidence(end.linkMaxWidth().findEvidence().stream().toList())
            .fix(() -> Fix.advice(why))
            .factAfterFix(end.subject(), PciKeys.LINK_WIDTH, could);
    board.bridgesAbove(end).stream()
        .limit(1)
        .filter(bridge -> bridge.linkWidth().matches(lanes -> lanes < could))
        .forEach(bridge ->
            found
                .factAfterFix(bridge.subject(), PciKeys.LINK_WIDTH, could)
                .factAfterFix(bridge.subject(), PciKeys.LINK_MAX_WIDTH, could));
    found.report();
  }
}
