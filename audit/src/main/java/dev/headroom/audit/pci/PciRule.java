package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.List;

/** Rule about PCI functions. */
abstract class PciRule extends HostRule {
  static final String LSPCI = "lspci -vvv, as root";

  protected PciRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, FindingCollector to) {
    PciTopology board = PciTopology.of(host);
    if (board.isEmpty()) {
      if (hasNoHardwareFacts(host)) {
        to.notApplicable(host.name(), "the input covers no hardware");
      } else {
        to.missingInput(host.name(), LSPCI);
      }
      return;
    }
    judge(host, board, to);
  }

  /** Whether somebody collected all there is, and neither a function nor a device is in it. */
  static boolean hasNoHardwareFacts(HostFacts host) {
    return PciTopology.of(host).isEmpty()
        && host.facts().text(Subject.host(), "bundle.host").isReported()
        && host.facts().subjects(SubjectKind.RDMA).isEmpty()
        && host.facts().subjects(SubjectKind.GPU).isEmpty();
  }

  protected abstract void judge(HostFacts host, PciTopology board, FindingCollector to);

  /** A flag as lspci names it: {@code aer.CESta.BadTLP}. */
  static ReportedValue<Boolean> flag(PciDevice device, String key) {
    return device.facts().flag(device.subject(), key);
  }

  static ReportedValue<String> text(PciDevice device, String key) {
    return device.facts().text(device.subject(), key);
  }

  /** The line that names it, to have some line where nothing else is said. */
  static List<Evidence> named(PciDevice device) {
    return device.facts().firstFactsOf(device.subject()).stream()
        .limit(1)
        .map(Fact::evidence)
        .toList();
  }

  /** Says that a value is missing, and tells whether it is. */
  static boolean isMissing(HostFacts host, FindingCollector to, ReportedValue<?>... values) {
    for (ReportedValue<?> value : values) {
      if (!value.isReported()) {
        to.missingInput(host.name(), LSPCI);
        return true;
      }
    }
    return false;
  }
}
