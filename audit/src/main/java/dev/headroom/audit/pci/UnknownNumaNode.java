package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a NIC whose NUMA node the firmware does not report. */
final class UnknownNumaNode extends NicRule {
  UnknownNumaNode() {
    super(
        RuleInfo.warning("numa.nic-unknown")
            .title("the kernel reports the NUMA node of each NIC")
            .inputs(LSPCI)
            .cause(
                "Drivers and NCCL place buffers, interrupts and threads near the NIC. If the "
                    + "BIOS does not report the NIC's node, they may be placed on the other "
                    + "socket.")
            .source("ACPI 6.5, 6.2.15 (_PXM); Linux Documentation/ABI/testing/sysfs-bus-pci"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    var node = nic.numaNode();
    if (!node.isReported()) {
      to.missingInput(host.name(), "the NUMA node of NICs: sysfs, or lspci -vvv");
      return;
    }
    if (node.get() >= 0 || !hasSeveralNodes(host, board)) {
      to.pass();
      return;
    }
    to.finding(host.name(), nic.address(), "its NUMA node is unknown")
        .addEvidence(node.findEvidence().stream().toList())
        .fix(() -> Fix.advice("update the BIOS; until then pin threads and interrupts manually"))
        .report();
  }

  private static boolean hasSeveralNodes(HostFacts host, PciTopology board) {
    return host.facts().subjects(SubjectKind.NUMA).size() > 1
        || board.all().stream()
                .map(each -> each.numaNode().orElse(-1L))
                .distinct()
                .filter(n -> n >= 0)
                .count()
            > 1;
  }
}
