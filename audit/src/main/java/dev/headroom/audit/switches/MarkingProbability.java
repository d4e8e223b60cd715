package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.util.Locale;

/**
 * Rule about Pmax, the share of packets that a queue marks at Kmax. Vendors' guides and papers set
 * 1 to 20 %, or 100 %, with which the curve has no jump at Kmax.
 */
final class MarkingProbability extends SwitchRule {
  private static final double MOST = 0.5;

  /** Curves that mark nearly all packets at Kmax differ little from those that mark all. */
  private static final double STEEP = 0.9;

  MarkingProbability() {
    super(
        RuleInfo.warning("switch.ecn-pmax")
            .title("Pmax is 1 to 50 %, or 90 to 100 %")
            .inputs(ANY)
            .cause(
                "With a high Pmax a short queue already marks many packets. Each sender then gets "
                    + "CNPs faster than it can recover, and the link is not fully used. With Pmax "
                    + "0 the queue marks nothing up to Kmax, and PFC comes first.")
            .source(
                "Zhu et al., SIGCOMM 2015 (1 %); Li et al., HPCC, SIGCOMM 2019 (20 %); SONiC,"
                    + " qos_config.j2 (5 %); Cisco, Data Center Networking Blueprint for AI/ML (7 %);"
                    + " NVIDIA, Cumulus Linux, RDMA over Converged Ethernet (100 %)"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    boolean any = false;
    for (WredCurve curve : SwitchRules.marking(qos)) {
      any = true;
      if (!curve.most().isReported()) {
        to.missingInput(host.name(), "Pmax of " + curve.name());
        continue;
      }
      double most = curve.most().get();
      if (most >= STEEP || (most > 0 && most <= MOST)) {
        to.pass();
        continue;
      }
      to.finding(host.name(), curve.name(), message(most))
          .severity(most == 0 ? Severity.ERROR : Severity.WARNING)
          .addEvidence(SwitchQos.evidenceOf(curve.most()))
          .fix(() ->
              Fix.advice(
                  "set Pmax of this curve to 5 to 20 %, the same on all switches; headroom tune "
                      + "searches the value for a workload"))
          .report();
    }
    if (!any) {
      to.missingInput(host.name(), "a queue with ECN marking");
    }
  }

  private static String message(double most) {
    return most == 0
        ? "Pmax is 0 %, so that it marks nothing up to Kmax"
        : String.format(
            Locale.ROOT, "Pmax is %.0f %%; guides set 1 to 20 %%, or 100 %%", 100 * most);
  }
}
