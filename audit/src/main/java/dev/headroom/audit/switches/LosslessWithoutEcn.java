package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Rule that reports lossless queues without ECN marking. */
final class LosslessWithoutEcn extends SwitchRule {
  LosslessWithoutEcn() {
    super(
        RuleInfo.error("switch.lossless-without-ecn")
            .title("lossless queues mark before they pause")
            .needs(ANY)
            .cause(
                "Without a WRED profile a lossless queue never marks: DCQCN hears nothing, and pauses"
                    + " are the only brake. They spread to everything behind the port.")
            .modes(25)
            .source(SwitchRules.SONIC + ", QUEUE and WRED_PROFILE; Zhu et al., SIGCOMM 2015"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    if (!qos.marking().isTold() || qos.ports().set().isEmpty()) {
      to.missingInput(host.name(), "which priorities of a port have PFC, and how queues mark");
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (SwitchPort port : qos.ports().set()) {
      ReportedValue<SortedSet<Integer>> pfc = port.lossless();
      for (int priority : pfc.orElse(new TreeSet<>())) {
        if (port.curve(priority).isPresent()) {
          to.pass();
        } else {
          wrong.add(port.name() + "|" + priority);
          seen.addAll(SwitchQos.seen(pfc));
        }
      }
    }
    if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "PFC is on and no WRED profile marks: " + some(wrong))
          .seen(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(qos.words().enableEcnCommand()))
          .report();
    }
  }
}
