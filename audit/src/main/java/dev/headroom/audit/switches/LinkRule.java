package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.FleetRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Rule about both ends of links between hosts and switches. */
abstract class LinkRule extends FleetRule<HostFacts> {
  static final String JOINED =
      "hosts together with their switches, and their links: lldpctl, a MAC table, or a list "
          + "host,nic,switch,port";

  LinkRule(RuleInfo ruleInfo) {
    super(ruleInfo, LinkEnds.NOTES);
  }

  @Override
  protected final void judge(List<HostFacts> hosts, FindingCollector to) {
    List<HostSwitchLinks.Link> links = HostSwitchLinks.of(hosts);
    if (links.isEmpty()) {
      to.missingInput("", JOINED);
    }
    links.forEach(link -> judge(link, to));
  }

  abstract void judge(HostSwitchLinks.Link link, FindingCollector to);
}
