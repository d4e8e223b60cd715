package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.WatchdogStorms;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rule that reports queues in which the PFC watchdog detected storms. */
final class PfcStorms extends HostRule {
  private static final String STATS = SwitchVendors.commandsText(SwitchTopic.STORMS);

  PfcStorms() {
    super(
        RuleInfo.warning("switch.pfc-storms")
            .title("the PFC watchdog has detected no storm")
            .inputs(STATS)
            .cause(
                "The neighbor paused a queue for so long that the watchdog dropped its packets. "
                    + "While the status is stormed, the drops continue. If the status is "
                    + "operational again and the queue still drops, the ASIC has kept the drop "
                    + "rule (check with "
                    + SwitchVendors.commandsText(SwitchTopic.QUEUE_DROPS)
                    + ", run twice).")
            .modes(30)
            .source("SONiC command reference, show pfcwd stats; sonic-net/sonic-buildimage#5898"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<WatchdogStorms> counted = SwitchVendors.watchdogStorms(host);
    // Of several readings of a queue the last counts.
    Map<String, WatchdogStorms> stormed = new LinkedHashMap<>();
    for (WatchdogStorms queue : counted) {
      if (queue.count() == 0) {
        to.pass();
      } else {
        stormed.put(queue.queue(), queue);
      }
    }
    if (counted.isEmpty()) {
      if (SwitchVendors.qos(host).isPresent()) {
        to.missingInput(host.name(), STATS);
      } else {
        to.notApplicable(host.name(), "it is not a switch");
      }
    } else if (!stormed.isEmpty()) {
      List<String> told = stormed.values().stream().map(PfcStorms::words).toList();
      to.finding(host.name(), "", "storms were detected: " + SwitchRule.some(told))
          .addEvidence(stormed.values().stream().map(WatchdogStorms::evidence).toList())
          .fix(() -> Fix.advice(cure(stormed.values())))
          .report();
    }
  }

  private static String cure(Collection<WatchdogStorms> queues) {
    return Stream.concat(
            Stream.of(
                "find the sender of the pauses: the host behind that port, by its "
                    + "tx_prioN_pause"),
            queues.stream().map(WatchdogStorms::next).filter(next -> !next.isEmpty()).distinct())
        .collect(Collectors.joining("; "));
  }

  private static String words(WatchdogStorms queue) {
    StringBuilder words =
        new StringBuilder(queue.count() == 1 ? "1 storm" : queue.count() + " storms");
    queue.ended().ifPresent(over -> words.append(", ").append(over).append(" over"));
    queue.status().ifPresent(status -> words.append(", ").append(status));
    return queue.queue() + " (" + words + ")";
  }
}
