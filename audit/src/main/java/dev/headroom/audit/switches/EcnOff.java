package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports WRED curves of lossless queues that drop packets early instead of marking them.
 */
final class EcnOff extends SwitchRule {
  EcnOff() {
    super(
        RuleInfo.error("switch.ecn-off")
            .title("WRED profiles of lossless queues mark instead of dropping")
            .inputs(ANY)
            .cause("Without ECN, WRED drops packets early in a class that should be lossless.")
            .modes(25)
            .source(SwitchSources.SONIC + ", WRED_PROFILE"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    if (qos.marking().curves().isEmpty()) {
      to.missingInput(host.name(), "the ECN settings of queues: WRED profiles");
      return;
    }
    for (WredCurve curve : qos.marking().lossless()) {
      if (!curve.marks().isReported()) {
        to.missingInput(host.name(), "the ECN setting of the WRED profile " + curve.name());
      } else if (curve.marks().get()) {
        to.pass();
      } else {
        List<Evidence> seen = new ArrayList<>(SwitchQos.evidenceOf(curve.marks()));
        to.finding(host.name(), curve.name(), curve.marking().ifNot())
            .addEvidence(seen)
            .fix(() -> Fix.advice(qos.terms().changeDropToMarkCommand()))
            .report();
      }
    }
  }
}
