package dev.headroom.audit.optics;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Alarms and warnings that a module raises of itself: {@code ethtool -m}. */
final class ModuleAlarms extends HostRule {
  private static final String MODULE = "ethtool -m INTERFACE";

  ModuleAlarms() {
    super(
        Card.warning("optics.alarm")
            .title("no transceiver raises an alarm")
            .needs(MODULE)
            .cause(
                "A module knows the limits it was made for: heat and weak light bring bit errors, then"
                    + " flaps.")
            .source("SFF-8636, 6.2.3; CMIS 5.2, 8.9; ethtool(8)"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    boolean any = false;
    for (Subject netdev : host.facts().subjects(Thing.NETDEV)) {
      List<Fact> flags =
          host.facts().about(netdev).stream()
              .filter(fact -> fact.key().matches("module\\..*(alarm|warning)(?!.*threshold).*"))
              .toList();
      List<String> on = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      for (Fact flag : flags) {
        if (flag.value().strip().equalsIgnoreCase("on")) {
          on.add(flag.key().substring("module.".length()).replace('-', ' '));
          seen.add(flag.evidence());
        }
      }
      any |= !flags.isEmpty();
      if (on.isEmpty() && !flags.isEmpty()) {
        to.pass();
      } else if (!on.isEmpty()) {
        to.find(host.name(), netdev.name(), "its module raises: " + String.join(", ", on))
            .seen(seen)
            .fix(() ->
                Fix.advice(
                    "for temperature see to the air flow; for light clean the ends and look at the cable; then change the module"))
            .report();
      }
    }
    if (!any) {
      to.needs(host.name(), MODULE);
    }
  }
}
