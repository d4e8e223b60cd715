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
            .title("lossless queues have ECN marking")
            .inputs(ANY)
            .cause(
                "Without a WRED profile a lossless queue never marks. DCQCN gets no signal, and "
                    + "only pauses slow down senders. Pauses spread to all traffic behind the "
                    + "port.")
            .modes(25)
            .source(SwitchRules.SONIC + ", QUEUE and WRED_PROFILE; Zhu et al., SIGCOMM 2015"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    if (!qos.marking().isReported() || qos.ports().set().isEmpty()) {
      to.missingInput(
          host.name(),
          "the priorities with PFC of a port, and the ECN settings of its " + "queues");
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
          seen.addAll(SwitchQos.evidenceOf(pfc));
        }
      }
    }
    if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "PFC is on, but no WRED profile marks: " + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(qos.terms().enableEcnCommand()))
          .report();
    }
  }
}
