package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
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
            .source(SwitchRules.SONIC + ", WRED_PROFILE; article S1:8"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    if (qos.marking().curves().isEmpty()) {
      to.missingInput(host.name(), "the ECN settings of queues: WRED profiles");
    }
    for (WredCurve curve : qos.marking().curves()) {
      if (!curve.min().isReported() || !curve.max().isReported()) {
        to.missingInput(host.name(), "Kmin and Kmax of " + curve.name() + " in bytes");
      } else if (curve.min().get() > 0 && curve.min().get() < curve.max().get()) {
        to.pass();
      } else {
        boolean step = curve.min().get().equals(curve.max().get());
        to.finding(
                host.name(),
                curve.name(),
                "Kmin is %.0f and Kmax %.0f bytes".formatted(curve.min().get(), curve.max().get()))
            .severity(step ? Severity.WARNING : Severity.ERROR)
            .addEvidence(
                SwitchQos.evidenceOf(curve.min(), curve.max()).stream().distinct().toList())
            .fix(() ->
                Fix.advice(
                    "set Kmin well below Kmax; headroom check computes a Kmin that marks before "
                        + "it pauses"))
            .report();
      }
    }
  }
}
