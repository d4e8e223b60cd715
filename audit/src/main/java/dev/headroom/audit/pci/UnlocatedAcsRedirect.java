package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports ACS redirect of unknown bridges, where only the flags are left of lspci's
 * output.
 */
final class UnlocatedAcsRedirect extends HostRule {
  private static final String NEEDS = "lspci -vvv | grep ACSCtl, as root";

  UnlocatedAcsRedirect() {
    super(
        RuleInfo.warning("pcie.acs-somewhere")
            .title("no PCIe bridge redirects peer traffic")
            .inputs(NEEDS)
            .cause(
                "A bridge between GPU and NIC that redirects (ReqRedir+) sends GPUDirect traffic "
                    + "through the root complex. A bridge elsewhere, such as one above storage, "
                    + "has no such effect. The flags alone do not show the bridge's place. "
                    + "SrcValid+ alone redirects nothing.")
            .modes(15)
            .source(
                "NCCL user guide, troubleshooting, PCI Access Control Services; NVIDIA/nccl#606"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    int all = 0;
    List<Evidence> seen = new ArrayList<>();
    for (Subject line : host.facts().subjects(SubjectKind.EVENT)) {
      ReportedValue<String> redirect = host.facts().text(line, "ACSCtl.ReqRedir");
      if (redirect.isReported()) {
        all++;
        if (redirect.matches("on"::equals)) {
          redirect.findEvidence().ifPresent(seen::add);
        }
      }
    }
    if (all == 0) {
      if (PciTopology.of(host).isEmpty()) {
        to.missingInput(host.name(), NEEDS);
      } else {
        to.notApplicable(host.name(), "lspci shows the bridges, so rule pcie.acs-redirect applies");
      }
    } else if (seen.isEmpty()) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              "",
              "%d of %d PCIe functions redirect peer traffic, but the input lacks their addresses"
                  .formatted(seen.size(), all))
          .addEvidence(seen.stream().limit(3).toList())
          .fix(() ->
              Fix.advice(
                  "collect the whole lspci -vvv, as root: it shows the functions between a GPU "
                      + "and a NIC, and the audit then gives the fix for them"))
          .report();
    }
  }
}
