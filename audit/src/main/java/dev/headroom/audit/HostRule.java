package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** A rule that looks at one host at a time. */
public abstract class HostRule implements Rule {
  private final Card card;

  protected HostRule(Card card) {
    this.card = card;
  }

  @Override
  public final Card card() {
    return card;
  }

  @Override
  public final void judge(List<HostFacts> hosts, Judgement to) {
    for (HostFacts host : hosts) {
      int before = to.entries();
      judge(host, to);
      if (to.entries() == before) {
        to.notHere(host.name(), "it has nothing that this rule judges");
      }
    }
  }

  /** Looks at one of them. */
  protected abstract void judge(HostFacts host, Judgement to);
}
