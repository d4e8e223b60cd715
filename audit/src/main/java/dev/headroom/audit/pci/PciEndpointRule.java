package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.List;

/** Rule about each GPU and each RDMA NIC; virtual functions have no link of their own. */
abstract class PciEndpointRule extends PciRule {
  protected PciEndpointRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, PciTopology board, FindingCollector to) {
    List<PciDevice> ends =
        board.endpoints().stream().filter(end -> !PciFunctionTraits.isVirtual(end)).toList();
    if (ends.isEmpty()) {
      to.notApplicable(host.name(), "it has neither a GPU nor an RDMA NIC");
    }
    ends.forEach(end -> judge(host, board, end, to));
  }

  protected abstract void judge(
      HostFacts host, PciTopology board, PciDevice end, FindingCollector to);
}
