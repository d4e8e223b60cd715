package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;

/** A rule about a switch, whoever built it. */
abstract class SwitchRule extends HostRule {
  static final String ANY =
      "a switch's configuration: SONiC's config_db.json, show running-config of EOS, NX-OS, OS10 or Onyx,"
          + " nv config show -o commands or nv show qos roce, show roce of Onyx";

  protected SwitchRule(Card card) {
    super(card);
  }

  @Override
  protected final boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected final void judge(HostFacts host, Judgement to) {
    Optional<SwitchQos> qos = SwitchQos.of(host);
    if (qos.isEmpty()) {
      to.notHere(host.name(), "it is not a switch whose configuration is known");
      return;
    }
    judge(host, qos.get(), to);
  }

  protected abstract void judge(HostFacts host, SwitchQos qos, Judgement to);

  static String some(List<String> ports) {
    return ports.size() <= 4
        ? String.join(", ", ports)
        : String.join(", ", ports.subList(0, 4)) + " and " + (ports.size() - 4) + " more";
  }
}
