package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule about each RDMA NIC. */
abstract class NicRule extends PciRule {
  protected NicRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, PciTopology board, FindingCollector to) {
    if (board.rdmaNics().isEmpty()) {
      to.notApplicable(host.name(), "it has no RDMA NIC");
    }
    board.rdmaNics().forEach(nic -> judge(host, board, nic, to));
  }

  protected abstract void judge(
      HostFacts host, PciTopology board, PciDevice nic, FindingCollector to);
}
