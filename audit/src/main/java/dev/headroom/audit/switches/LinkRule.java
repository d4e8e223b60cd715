package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.FleetRule;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Rule about both ends of links between hosts and switches. */
abstract class LinkRule extends FleetRule<HostFacts> {
  static final String JOINED =
      "hosts and their switches together, joined by lldpctl, a MAC table, or a list host,nic,switch,port";

  LinkRule(Card card) {
    super(card, LinkEnds.NOTES);
  }

  @Override
  protected final void judge(List<HostFacts> hosts, Judgement to) {
    List<Links.Link> links = Links.of(hosts);
    if (links.isEmpty()) {
      to.needs("", JOINED);
    }
    links.forEach(link -> judge(link, to));
  }

  abstract void judge(Links.Link link, Judgement to);
}
