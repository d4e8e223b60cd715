package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            .source(SwitchSources.SONIC + ", QUEUE and WRED_PROFILE; Zhu et al., SIGCOMM 2015"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    listed(host, qos, to);
    if (!qos.marking().listed().isEmpty() && qos.ports().set().isEmpty()) {
      return;
    }
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
        Optional<WredCurve> curve = port.curve(priority);
        if (curve.isPresent()) {
          judge(host, curve.get(), to);
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

  /** A curve that does not mark is a finding of {@link EcnOff}, and nothing that passes here. */
  private static void judge(HostFacts host, WredCurve curve, FindingCollector to) {
    if (curve.marks().equalTo(true)) {
      to.pass();
    } else if (!curve.marks().isReported()) {
      to.missingInput(host.name(), "the ECN setting of the WRED profile " + curve.name());
    }
  }

  /** Queues that a command lists for the whole switch. */
  private static void listed(HostFacts host, SwitchQos qos, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    qos.marking()
        .listed()
        .forEach((queue, marks) -> {
          if (marks.equalTo(true)) {
            to.pass();
          } else {
            wrong.add(String.valueOf(queue));
            seen.addAll(SwitchQos.evidenceOf(marks));
          }
        });
    if (!wrong.isEmpty()) {
      to.finding(
              host.name(),
              "",
              (wrong.size() == 1 ? "queue " : "queues ")
                  + some(wrong)
                  + (wrong.size() == 1 ? " does not mark: its" : " do not mark: their")
                  + " ECN status is off")
          .addEvidence(seen)
          .fix(() -> Fix.advice(qos.terms().enableEcnCommand()))
          .report();
    }
  }
}
