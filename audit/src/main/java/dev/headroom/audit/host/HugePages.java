package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports a host with transparent huge pages off and none reserved. */
final class HugePages extends HostRule {
  HugePages() {
    super(
        RuleInfo.info("memory.huge-pages")
            .title("large buffers can use huge pages")
            .inputs("/sys/kernel/mm/transparent_hugepage/enabled", "sysctl vm.nr_hugepages")
            .cause(
                "A registration has one entry per page: 512 times as many with 4 KiB pages as "
                    + "with 2 MiB pages. More entries take longer to create, and fewer of them "
                    + "fit in the NIC's cache.")
            .source("Linux, Documentation/admin-guide/mm/transhuge.rst; article S2:103"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> transparent = host.facts().text(Subject.host(), "thp.enabled");
    ReportedValue<String> reserved = host.sysctl("vm.nr_hugepages");
    if (!transparent.isReported()) {
      to.missingInput(host.name(), "/sys/kernel/mm/transparent_hugepage/enabled");
      return;
    }
    boolean never =
        transparent.get().contains("[never]") || transparent.get().strip().equals("never");
    if (!never || !reserved.matches(count -> count.strip().equals("0"))) {
      to.pass();
      return;
    }
    to.finding(host.name(), "", "transparent huge pages are off, and no huge pages are reserved")
        .addEvidence(transparent.findEvidence().stream().toList())
        .addEvidence(reserved.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled, or transparent_hugepage=madvise on the kernel's command line"))
        .report();
  }
}
