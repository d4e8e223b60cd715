package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Queues in which the PFC watchdog has seen storms. */
final class PfcStorms extends HostRule {
  private static final String STATS =
      "show pfcwd stats of SONiC, show queuing pfc-queue detail of NX-OS, show priority-flow-control counters watchdog of EOS as JSON";

  /** NX-OS counts how often the watchdog shut a class. */
  private static final Pattern SHUT =
      Pattern.compile("counter\\.watchdog\\.group-(\\d)\\.shutdown");

  /** EOS counts how often a queue stood still, of queues where it did. */
  private static final Pattern STUCK =
      Pattern.compile("(?:result\\|\\d\\|)?interfaces\\|([^|]+)\\|txQueues\\|(\\d)");

  PfcStorms() {
    super(
        Card.warning("switch.pfc-storms")
            .title("the PFC watchdog has seen no storm")
            .needs(STATS)
            .cause(
                "Somebody paused a queue for so long that the watchdog dropped its packets. While the"
                    + " status is stormed that goes on; where it is operational again and the queue"
                    + " still drops, the ASIC has kept the rule (show queue counters, twice, tells).")
            .modes(30)
            .source("SONiC command reference, show pfcwd stats; sonic-net/sonic-buildimage#5898"));
  }

  @Override
  protected boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<String> stormed = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    boolean any = false;
    for (Subject row : host.facts().subjects(Thing.ITEM)) {
      Matcher queue = STUCK.matcher(row.name());
      Known<Long> stuck = host.facts().number(row, "stuckCount");
      if (queue.matches() && stuck.isSaid()) {
        any = true;
        if (stuck.equalTo(0L)) {
          to.pass();
        } else {
          long over = host.facts().number(row, "recoveryCount").orElse(0L);
          stormed.add(
              "%s queue %s (%d storms, %d over)"
                  .formatted(queue.group(1), queue.group(2), stuck.get(), over));
          seen.addAll(SwitchQos.seen(stuck));
        }
        continue;
      }
      Known<String> storms = host.facts().text(row, "storm-detected-restored");
      if (!storms.is(text -> text.matches("\\d{1,9}/\\d{1,9}"))) {
        continue;
      }
      any = true;
      if (storms.get().startsWith("0/")) {
        to.pass();
        continue;
      }
      String status = host.facts().text(row, "status").orElse("");
      String name = row.name().substring(row.name().lastIndexOf('|') + 1);
      String[] counts = storms.get().split("/");
      stormed.add("%s (%s storms, %s over, %s)".formatted(name, counts[0], counts[1], status));
      seen.addAll(SwitchQos.seen(storms));
    }
    for (Subject port : host.facts().subjects(Thing.SWITCH_PORT)) {
      for (Fact shut : host.facts().about(port)) {
        Matcher group = SHUT.matcher(shut.key());
        if (!group.matches()) {
          continue;
        }
        any = true;
        if (shut.value().equals("0")) {
          to.pass();
        } else {
          stormed.add(
              "%s class %s (%s storms)".formatted(port.name(), group.group(1), shut.value()));
          seen.add(shut.evidence());
        }
      }
    }
    if (!any) {
      if (SwitchQos.of(host).isPresent()) {
        to.needs(host.name(), STATS);
      } else {
        to.notHere(host.name(), "it is not a switch");
      }
    } else if (!stormed.isEmpty()) {
      to.find(host.name(), "", "storms were seen: " + SwitchRule.some(stormed))
          .seen(seen)
          .fix(() ->
              Fix.advice(
                  "find who pauses: the host behind that port, by its tx_prioN_pause; if drops go on after a storm, clear with pfcwd stop and start, and take a release with the fix"))
          .report();
    }
  }
}
