package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Rule that reports lossless queues without the PFC watchdog, or lossy queues with it. */
final class PfcWatchdog extends SwitchRule {
  PfcWatchdog() {
    super(
        RuleInfo.warning("switch.pfc-watchdog")
            .title(
                "the PFC watchdog covers the lossless queues, and polls within its detection time")
            .inputs(ANY)
            .cause(
                "A lossless queue without the watchdog stays paused forever in a pause storm or "
                    + "a deadlock. A queue with the watchdog but without PFC can lose packets "
                    + "for no reason. A watchdog that polls less often than its detection time "
                    + "finds a storm late.")
            .modes(29)
            .source(
                SwitchSources.SONIC
                    + ", PORT_QOS_MAP; EOS, priority-flow-control pause watchdog; NX-OS,"
                    + " priority-flow-control watch-dog-interval; edge-core/sonic-buildimage PR 689;"
                    + " article S4:83"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    SortedMap<String, SortedSet<Integer>> unwatched = new TreeMap<>();
    List<Evidence> seen = new ArrayList<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      ReportedValue<SortedSet<Integer>> pfc = port.lossless();
      ReportedValue<SortedSet<Integer>> watched = port.watchdogPriorities();
      if (!pfc.isReported()
          || pfc.get().isEmpty()
          || (!watched.isReported() && !qos.isWatchdogKnown())) {
        continue;
      }
      any = true;
      if (watched.isReported() && watched.get().equals(pfc.get())) {
        if (qos.watchdogFault().isEmpty()) {
          to.pass();
        }
      } else {
        wrong.add(port.name());
        unwatched.put(port.name(), pfc.get());
        seen.addAll(SwitchQos.evidenceOf(pfc, watched));
      }
    }
    qos.watchdogFault()
        .ifPresent(fault ->
            to.finding(host.name(), "", fault.words())
                .addEvidence(fault.evidence())
                .fix(() -> Fix.advice(fault.fix()))
                .report());
    if (!any) {
      to.missingInput(host.name(), "ports with PFC, and the settings of the PFC watchdog");
    } else if (!wrong.isEmpty()) {
      to.finding(host.name(), "", qos.terms().unwatchedMessage() + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() -> {
            unwatched.keySet().forEach(CommandValueSyntax.SWITCH_PORT::checked);
            return Fix.advice(qos.terms().enableWatchdogCommand(unwatched));
          })
          .report();
    }
  }
}
