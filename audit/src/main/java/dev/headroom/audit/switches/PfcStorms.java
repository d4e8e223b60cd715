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
import dev.headroom.formats.fact.Values;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Stormed> stormed = new LinkedHashMap<>();
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
          String name = queue.group(1) + " queue " + queue.group(2);
          stormed.put(
              name,
              new Stormed(
                  "%s, %d over".formatted(storms(stuck.get()), over), SwitchQos.seen(stuck)));
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
      stormed.put(
          name,
          new Stormed(
              "%s, %s over, %s".formatted(storms(Long.parseLong(counts[0])), counts[1], status),
              SwitchQos.seen(storms)));
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
          stormed.put(
              port.name() + " class " + group.group(1),
              new Stormed(
                  storms(Values.wholeNumber(shut.value()).orElse(2L)), List.of(shut.evidence())));
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
      List<String> told = new ArrayList<>();
      stormed.forEach((queue, each) -> told.add("%s (%s)".formatted(queue, each.words())));
      to.find(host.name(), "", "storms were seen: " + SwitchRule.some(told))
          .seen(stormed.values().stream().flatMap(each -> each.seen().stream()).toList())
          .fix(() ->
              Fix.advice(
                  "find who pauses: the host behind that port, by its tx_prioN_pause; if drops go on after a storm, clear with pfcwd stop and start, and take a release with the fix"))
          .report();
    }
  }

  private static String storms(long count) {
    return count == 1 ? "1 storm" : count + " storms";
  }

  /** What is said of a queue; of several readings the last. */
  private record Stormed(String words, List<Evidence> seen) {}
}
