package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;

/** A rule about buffers, which only SONiC's configuration spells out. */
abstract class SonicRule extends SwitchRule {
  static final String CONFIG =
      "a switch's configuration: SONiC's config_db.json, qos.json, buffers.json";

  protected SonicRule(Card card) {
    super(card);
  }

  @Override
  protected final void judge(HostFacts host, SwitchQos qos, Judgement to) {
    if (qos instanceof Sonic sonic) {
      judge(host, sonic, to);
    } else {
      to.notHere(
          host.name(), "the configuration of " + qos.family() + " does not spell its buffers out");
    }
  }

  protected abstract void judge(HostFacts host, Sonic sonic, Judgement to);
}
