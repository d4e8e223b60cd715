package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A port that the switch itself has shut down, and leaves down until somebody tells it otherwise.
 */
final class PortShutByFault extends HostRule {
  private static final String NEEDS =
      "show interfaces status, show interfaces status err-disabled, or show interface (brief), of EOS, NX-OS or IOS";
  private static final Pattern FAULT =
      Pattern.compile("(?i)\\berr-?disab|linkFlapE|psecure-viol|hwFailure|\\bfaulty\\b");

  PortShutByFault() {
    super(
        Card.error("switch.port-shut-by-fault")
            .title("no port was shut down by the switch for a fault")
            .needs(NEEDS)
            .cause(
                "After too many flaps, a loop or a module that it does not take, a switch shuts a port"
                    + " down, and unless recovery is configured it stays so when the fault is gone. The"
                    + " host behind it has one link less, and NCCL a ring that ends there.")
            .modes(36)
            .source(
                "Arista, Troubleshooting Error-disabled Interface States; Cisco, Recover Errdisable Port"
                    + " State"));
  }

  @Override
  protected boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    boolean any = false;
    for (Subject port : host.facts().subjects(Thing.SWITCH_PORT)) {
      Known<String> state = host.facts().text(port, "status").or(host.facts().text(port, "state"));
      if (!state.isSaid()) {
        continue;
      }
      any = true;
      if (!FAULT.matcher(state.get()).find()) {
        to.pass();
        continue;
      }
      Known<String> reason = host.facts().text(port, "reason");
      to.find(
              host.name(),
              port.name(),
              "the switch shut it down for a fault" + reason.map(why -> ": " + why).orElse(""))
          .seen(Stream.concat(state.where().stream(), reason.where().stream()).distinct().toList())
          .fix(() ->
              Fix.advice(
                  "see the reason (show interfaces status err-disabled), mend it, then shutdown and no shutdown the port; errdisable recovery does the latter by itself"))
          .report();
    }
    if (!any && SwitchQos.of(host).isPresent()) {
      to.needs(host.name(), NEEDS);
    } else if (!any) {
      to.notHere(host.name(), "nothing tells of the state of switch ports");
    }
  }
}
