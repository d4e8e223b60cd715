package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule that reports thresholds that a queue cannot reach. Where the configuration tells how much a
 * queue may hold, that is the bound. Elsewhere it is the largest shared buffer of a chip without
 * external memory: 165.2 MB, of which one ingress with the share 1/8 is paused at 18.4 MB.
 */
final class MarkingBeyondBuffer extends SwitchRule {
  private static final double LARGEST_BUFFER = 165.2e6;
  private static final double USUAL_ALPHA = 1.0 / 8;
  private static final double LATEST_KMIN = LARGEST_BUFFER * USUAL_ALPHA / (1 + USUAL_ALPHA);

  MarkingBeyondBuffer() {
    super(
        RuleInfo.warning("switch.ecn-beyond-buffer")
            .title("a queue can reach Kmin and Kmax")
            .inputs(ANY)
            .cause(
                "A queue that never reaches Kmin never marks. If it cannot reach Kmax, the share "
                    + "of marks never gets to Pmax. Then pauses or drops come first, and DCQCN "
                    + "gets too few signals.")
            .modes(25)
            .source(
                "Zhu et al., SIGCOMM 2015, section 4; Juniper, Configuration Essentials for QFX5240"
                    + " (165.2 MB of buffer); SONiC, buffers_config.j2 (share 1/8)"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    Set<String> judged = new HashSet<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      for (int each : port.lossless().orElse(new TreeSet<>())) {
        ReportedValue<Long> limit = port.queues().limit(each);
        if (port.curve(each).isPresent()
            && judged.add(port.curve(each).get().name() + " " + limit.orElse(0L))) {
          any = true;
          judge(host, port.curve(each).get(), limit, to);
        }
      }
    }
    for (WredCurve curve : SwitchRules.marking(qos)) {
      if (judged.stream().noneMatch(name -> name.startsWith(curve.name() + " "))) {
        any = true;
        judge(host, curve, ReportedValue.unreported("the buffer of the queue"), to);
      }
    }
    if (!any) {
      to.missingInput(host.name(), "a queue with ECN marking");
    }
  }

  private static void judge(
      HostFacts host, WredCurve curve, ReportedValue<Long> limit, FindingCollector to) {
    if (!curve.from().isReported() || !curve.to().isReported()) {
      to.missingInput(host.name(), "Kmin and Kmax of " + curve.name());
      return;
    }
    if (!curve.min().isReported() || !curve.max().isReported()) {
      relative(host, curve, to);
      return;
    }
    double min = curve.min().get();
    double max = curve.max().get();
    double most = limit.map(Long::doubleValue).orElse(LARGEST_BUFFER);
    double latest = limit.isReported() ? most : LATEST_KMIN;
    if (min <= latest && max <= most) {
      to.pass();
      return;
    }
    List<Evidence> seen = new ArrayList<>(SwitchQos.evidenceOf(curve.min(), curve.max(), limit));
    String bound =
        limit.isReported()
            ? String.format(Locale.ROOT, "the queue may hold %.0f bytes", most)
            : String.format(
                Locale.ROOT,
                "even in the largest shared buffer of a switch chip, %.1f MB, an ingress with the"
                    + " share 1/8 is paused at %.1f MB",
                LARGEST_BUFFER / 1e6,
                LATEST_KMIN / 1e6);
    to.finding(
            host.name(),
            curve.name(),
            String.format(
                Locale.ROOT,
                "%s; %s",
                min > latest
                    ? String.format(
                        Locale.ROOT,
                        "Kmin is %.0f bytes, so that %s",
                        min,
                        limit.isReported() ? "it never marks" : "pauses or drops come first")
                    : String.format(Locale.ROOT, "Kmax is %.0f bytes, which it never reaches", max),
                bound))
        .severity(min > latest ? Severity.ERROR : Severity.WARNING)
        .addEvidence(seen.stream().distinct().toList())
        .fix(() ->
            Fix.advice(
                "set Kmin and Kmax below the buffer that the queue may use; headroom check "
                    + "computes a Kmin that marks before it pauses"))
        .report();
  }

  /** Percent of the buffer cannot exceed it; other units say nothing of bytes. */
  private static void relative(HostFacts host, WredCurve curve, FindingCollector to) {
    switch (curve.to().get().unit()) {
      case PERCENT -> {
        if (curve.from().get().amount() < 100 && curve.to().get().amount() <= 100) {
          to.pass();
        } else {
          to.finding(
                  host.name(),
                  curve.name(),
                  "Kmin is %s and Kmax %s, which the queue never reaches"
                      .formatted(curve.from().get().text(), curve.to().get().text()))
              .addEvidence(
                  SwitchQos.evidenceOf(curve.from(), curve.to()).stream().distinct().toList())
              .fix(() -> Fix.advice("set both fill levels below 100 %"))
              .report();
        }
      }
      default -> to.missingInput(host.name(), "Kmin and Kmax of " + curve.name() + " in bytes");
    }
  }
}
