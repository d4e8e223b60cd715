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
            .title("no bridge at all redirects peer traffic")
            .needs(NEEDS)
            .cause(
                "A bridge between GPU and NIC that redirects (ReqRedir+) sends GPUDirect through the root complex; one"
                    + " elsewhere, as before storage, does no harm. The flags alone do not tell which it is."
                    + " SrcValid+ by itself redirects nothing.")
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
        if (redirect.is("on"::equals)) {
          redirect.findEvidence().ifPresent(seen::add);
        }
      }
    }
    if (all == 0) {
      if (PciTopology.of(host).isEmpty()) {
        to.missingInput(host.name(), NEEDS);
      } else {
        to.notApplicable(host.name(), "lspci tells which bridges there are");
      }
    } else if (seen.isEmpty()) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              "",
              "%d of %d PCIe functions redirect peer traffic, and their names were cut off"
                  .formatted(seen.size(), all))
          .seen(seen.stream().limit(3).toList())
          .fix(() ->
              Fix.advice(
                  "take all of lspci -vvv, as root: it tells which of them lie between a GPU and a NIC, and the fix is made for these"))
          .report();
    }
  }
}
