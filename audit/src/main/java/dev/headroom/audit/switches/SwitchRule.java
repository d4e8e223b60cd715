package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Optional;

/** Rule about a switch of any vendor. */
abstract class SwitchRule extends HostRule {
  static final String ANY = SwitchVendors.commandsText(SwitchTopic.CONFIGURATION);

  protected SwitchRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected final void judge(HostFacts host, FindingCollector to) {
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    if (qos.isEmpty()) {
      to.notApplicable(host.name(), "it is not a switch with a known configuration");
      return;
    }
    judge(host, qos.get(), to);
  }

  protected abstract void judge(HostFacts host, SwitchQos qos, FindingCollector to);

  static String some(List<String> ports) {
    return ports.size() <= 4
        ? String.join(", ", ports)
        : String.join(", ", ports.subList(0, 4)) + " and " + (ports.size() - 4) + " more";
  }
}
