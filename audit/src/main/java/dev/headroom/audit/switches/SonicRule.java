package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;

/** A rule about a switch that runs SONiC. */
abstract class SonicRule extends HostRule {
  static final String CONFIG =
      "a switch's configuration: SONiC's config_db.json, qos.json, buffers.json";

  protected SonicRule(Card card) {
    super(card);
  }

  @Override
  protected final boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected final void judge(HostFacts host, Judgement to) {
    Optional<Sonic> sonic = Sonic.of(host);
    if (sonic.isEmpty()) {
      to.notHere(host.name(), "it is not a switch with SONiC");
      return;
    }
    judge(host, sonic.get(), to);
  }

  protected abstract void judge(HostFacts host, Sonic sonic, Judgement to);

  static String some(List<String> ports) {
    return ports.size() <= 4
        ? String.join(", ", ports)
        : String.join(", ", ports.subList(0, 4)) + " and " + (ports.size() - 4) + " more";
  }
}
