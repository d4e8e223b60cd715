package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Rule;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** A rule about both ends of links between hosts and switches. */
abstract class LinkRule implements Rule {
  static final String JOINED =
      "hosts and their switches together, joined by lldpctl, a MAC table, or a list host,nic,switch,port";

  private final Card card;

  LinkRule(Card card) {
    this.card = card;
  }

  @Override
  public final Card card() {
    return card;
  }

  @Override
  public final void judge(List<HostFacts> hosts, Judgement to) {
    List<Links.Link> links = Links.of(hosts);
    if (links.isEmpty()) {
      to.needs("", JOINED);
    }
    links.forEach(link -> judge(link, to));
  }

  abstract void judge(Links.Link link, Judgement to);
}
