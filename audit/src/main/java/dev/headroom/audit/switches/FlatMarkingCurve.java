package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.QueueDepth;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;

/** Rule that reports an ECN marking curve without a slope. */
final class FlatMarkingCurve extends SwitchRule {
  FlatMarkingCurve() {
    super(
        RuleInfo.error("switch.ecn-thresholds")
            .title("Kmin and Kmax are set, and Kmin is below Kmax")
            .inputs(ANY)
            .cause(
                "With Kmin above Kmax, marking does not work as intended. If both are equal, the "
                    + "marking curve is a step. DCTCP is designed for a step, DCQCN for a slope.")
            .source(SwitchSources.SONIC + ", WRED_PROFILE; article S1:8"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    if (qos.marking().curves().isEmpty()) {
      to.missingInput(host.name(), "the ECN settings of queues: WRED profiles");
    }
    for (WredCurve curve : qos.marking().curves()) {
      if (!curve.from().isReported() || !curve.to().isReported()) {
        to.missingInput(host.name(), "Kmin and Kmax of " + curve.name());
        continue;
      }
      QueueDepth min = curve.from().get();
      QueueDepth max = curve.to().get();
      if (min.unit() != max.unit()) {
        to.missingInput(host.name(), "Kmin and Kmax of " + curve.name() + " in one unit");
      } else if (min.amount() > 0 && min.amount() < max.amount()) {
        if (SwitchRules.mayMark(qos, curve)) {
          to.pass();
        } else {
          to.missingInput(host.name(), "a queue that marks by " + curve.name());
        }
      } else {
        boolean step = min.amount() == max.amount();
        to.finding(host.name(), curve.name(), message(min, max))
            .severity(step ? Severity.WARNING : Severity.ERROR)
            .addEvidence(
                SwitchQos.evidenceOf(curve.from(), curve.to()).stream().distinct().toList())
            .fix(() ->
                Fix.advice(
                    "set Kmin well below Kmax; headroom check computes a Kmin that marks before "
                        + "it pauses"))
            .report();
      }
    }
  }

  private static String message(QueueDepth min, QueueDepth max) {
    return min.isBytes()
        ? "Kmin is %.0f and Kmax %.0f bytes".formatted(min.amount(), max.amount())
        : "Kmin is %s and Kmax %s".formatted(min.text(), max.text());
  }
}
