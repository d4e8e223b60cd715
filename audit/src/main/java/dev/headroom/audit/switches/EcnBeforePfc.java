package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.sim.check.EcnMargin;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whether a queue reaches Kmin before an ingress that feeds it is paused: not a comparison of two
 * settings, since the pause threshold of a dynamic buffer falls as the buffer fills.
 *
 * <p>With alpha = 2^dynamic_th and S bytes shared, one ingress is paused at alpha S / (1 + alpha)
 * when nothing else is in the buffer, and at a tenth of that with 90 % of it in use by others.
 */
final class EcnBeforePfc extends SonicRule {
  private static final double USED = 0.9;

  EcnBeforePfc() {
    super(
        Card.warning("switch.ecn-before-pfc")
            .title("queues mark before their ingresses are paused")
            .needs(CONFIG)
            .cause(
                "Where a pause comes first, senders are stopped before DCQCN can slow them: pauses spread"
                    + " and everything behind the port waits.")
            .source(
                "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4; article S2:5"));
  }

  @Override
  protected void judge(HostFacts host, Sonic sonic, Judgement to) {
    Optional<String> profile =
        sonic.keys("BUFFER_PROFILE").stream()
            .filter(key -> sonic.number("BUFFER_PROFILE", key, "xoff").is(bytes -> bytes > 0))
            .findFirst();
    Known<Long> size = sonic.number("BUFFER_POOL", "ingress_lossless_pool", "size");
    List<String> wred = sonic.losslessCurves().stream().map(SwitchQos.Curve::name).toList();
    if (profile.isEmpty() || !size.isSaid() || wred.isEmpty()) {
      to.needs(host.name(), "BUFFER_POOL, a lossless BUFFER_PROFILE and WRED_PROFILE of SONiC");
      return;
    }
    Known<String> power = sonic.field("BUFFER_PROFILE", profile.get(), "dynamic_th");
    if (!power.is(text -> text.matches("-?\\d"))) {
      to.needs(host.name(), "dynamic_th of the lossless BUFFER_PROFILE");
      return;
    }
    double alpha = Math.scalb(1.0, Integer.parseInt(power.get()));
    long reserve = sonic.number("BUFFER_PROFILE", profile.get(), "size").orElse(0L);
    for (String name : wred) {
      Known<Long> kmin = sonic.number("WRED_PROFILE", name, "green_min_threshold");
      if (kmin.isSaid()) {
        judge(host, name, kmin, size, power, margin(sonic, size.get(), reserve, alpha), to);
      }
    }
  }

  /** The pool's size is what is left after headroom, as SONiC has it. */
  private static EcnMargin margin(Sonic sonic, long size, long reserve, double alpha) {
    int ports = Math.max(1, Math.max(sonic.keys("PORT").size(), sonic.ports().size()));
    int classes =
        Math.max(
            1,
            sonic.ports().stream()
                .map(port -> sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>()).size())
                .max(Integer::compare)
                .orElse(1));
    return new EcnMargin(
        size, ports, classes, 0, reserve, alpha, -1, ports, Math.max(1, ports - 1));
  }

  private static void judge(
      HostFacts host,
      String name,
      Known<Long> kmin,
      Known<Long> size,
      Known<String> power,
      EcnMargin margin,
      Judgement to) {
    double empty = margin.pausesOneToOne();
    double full = margin.reservedBytes() + (empty - margin.reservedBytes()) * (1 - USED);
    if (kmin.get() < full) {
      to.pass();
      return;
    }
    boolean never = kmin.get() >= empty;
    to.find(
            host.name(),
            name,
            String.format(
                Locale.ROOT,
                "Kmin is %d bytes; one ingress is paused at %.0f with the shared buffer empty and at %.0f"
                    + " with 90 %% of it used, so %s; %s; the bound that never fails is %.0f",
                kmin.get(),
                empty,
                full,
                never ? "pauses always come first" : "pauses come first in a full buffer",
                fanIn(margin),
                margin.safeKmin()))
        .severity(never ? Severity.ERROR : Severity.INFO)
        .seen(SwitchQos.seen(kmin, size, power))
        .fix(() ->
            Fix.advice(
                "lower green_min_threshold below the smaller of the two, or raise dynamic_th; headroom check runs the arithmetic on a scenario"))
        .report();
  }

  private static String fanIn(EcnMargin margin) {
    return margin.fanIn() > 1
        ? String.format(
            Locale.ROOT,
            "%d ingresses together at %.0f (empty)",
            margin.fanIn(),
            margin.pausesAtFanIn())
        : "of more ports nothing was read";
  }
}
