package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.BufferTerms;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.WredCurve;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.sim.check.EcnMargin;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Rule about the order of ECN and PFC: a queue must reach Kmin before an ingress that feeds it is
 * paused. It is not a comparison of two settings, since the pause threshold of a dynamic buffer
 * falls as the buffer fills.
 *
 * <p>With the share alpha of what is free and S bytes shared, one ingress is paused at alpha S / (1
 * + alpha) when nothing else is in the buffer, and at a tenth of that with 90 % of it in use by
 * others; f ingresses that feed one queue are paused at f alpha S / (1 + f alpha). A configuration
 * does not say how full the buffer gets, so that only a pause that comes first in an empty one is
 * an error; above the paper's bound, below which no state fails, it is a note that names the state.
 */
public final class EcnBeforePfc extends BufferRule {
  private static final double USED = 0.9;

  EcnBeforePfc() {
    super(
        RuleInfo.warning("switch.ecn-before-pfc")
            .title("switches mark packets before they pause an ingress")
            .inputs(SwitchVendors.commandsText(SwitchTopic.BUFFERS))
            .cause(
                "If the pause comes first, senders stop before DCQCN can reduce their rate. "
                    + "Pauses spread, and all traffic behind the port waits.")
            .source(
                "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4; article S2:5"));
  }

  /** What the lossless buffer of a switch is set to. */
  private record Buffer(ReportedValue<Long> size, ReportedValue<Double> alpha, EcnMargin margin) {}

  @Override
  protected void judge(HostFacts host, SwitchQos qos, SwitchBuffers buffers, FindingCollector to) {
    List<WredCurve> curves = qos.marking().lossless();
    if (buffers.profiles().isEmpty() || !buffers.pool().isReported() || curves.isEmpty()) {
      to.missingInput(host.name(), buffers.terms().missingInputs().margin());
      return;
    }
    Optional<Buffer> buffer = buffer(qos, buffers);
    if (buffer.isEmpty()) {
      to.missingInput(host.name(), buffers.terms().missingInputs().alpha());
      return;
    }
    for (WredCurve curve : curves) {
      if (!SwitchRules.mayMark(qos, curve)) {
        to.missingInput(host.name(), "a queue that marks by " + curve.name());
      } else if (curve.min().isReported()) {
        judge(host, curve, buffer.get(), buffers.terms(), to);
      } else {
        to.missingInput(host.name(), "Kmin of " + curve.name() + " in bytes");
      }
    }
  }

  /** A Kmin for a WRED profile of a switch, in bytes; none where the files do not say enough. */
  public static OptionalLong proposed(HostFacts host, String wred) {
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    Optional<Buffer> buffer =
        qos.flatMap(of -> of.buffers().flatMap(buffers -> buffer(of, buffers)));
    if (qos.isEmpty() || buffer.isEmpty()) {
      return OptionalLong.empty();
    }
    EcnMargin margin = buffer.get().margin();
    return qos.get().marking().curves().stream()
        .filter(curve -> curve.name().equals(wred) && curve.min().isReported())
        .mapToLong(curve -> proposed(margin, (long) (double) curve.min().get()))
        .findFirst();
  }

  /**
   * Half of what one ingress is paused at in a buffer of which others use 90 %; where Kmin is below
   * that already, the paper's bound.
   */
  private static long proposed(EcnMargin margin, long kmin) {
    long half = (long) ((margin.pausesAt(1, USED) - margin.reservedBytes()) / 2);
    return Math.max(1, kmin > half ? half : (long) margin.safeKmin());
  }

  private static Optional<Buffer> buffer(SwitchQos qos, SwitchBuffers buffers) {
    ReportedValue<Long> size = buffers.pool();
    return buffers.profiles().stream()
        .findFirst()
        .filter(profile -> size.isReported() && profile.alpha().isReported())
        .map(profile -> new Buffer(size, profile.alpha(), margin(qos, size.get(), profile)));
  }

  private static EcnMargin margin(SwitchQos qos, long size, SwitchBuffers.Profile profile) {
    List<SwitchPort> set = qos.ports().set();
    int ports = Math.max(1, Math.max(qos.ports().names().first().size(), set.size()));
    int classes =
        Math.max(
            1,
            set.stream()
                .map(port -> port.lossless().orElse(new TreeSet<>()).size())
                .max(Integer::compare)
                .orElse(1));
    return new EcnMargin(
        size,
        ports,
        classes,
        0,
        profile.reserve().orElse(0L),
        profile.alpha().get(),
        -1,
        ports,
        Math.max(1, ports - 1));
  }

  private static void judge(
      HostFacts host, WredCurve curve, Buffer buffer, BufferTerms words, FindingCollector to) {
    EcnMargin margin = buffer.margin();
    long bytes = (long) (double) curve.min().get();
    if (bytes < margin.safeKmin()) {
      to.pass(host.name(), curve.name() + ": " + numbers(bytes, margin));
      return;
    }
    boolean never = bytes >= margin.pausesOneToOne();
    long better = proposed(margin, bytes);
    to.finding(host.name(), curve.name(), numbers(bytes, margin))
        .severity(never ? Severity.ERROR : Severity.INFO)
        .addEvidence(SwitchQos.evidenceOf(curve.min(), buffer.size(), buffer.alpha()))
        .fix(() ->
            Fix.advice(
                ("set %s to %d bytes, or raise %s; below %.0f bytes the switch marks first at any "
                        + "buffer fill level")
                    .formatted(words.kmin(), better, words.alpha(), margin.safeKmin())))
        .report();
  }

  /** Kmin, where pauses begin in either buffer, the state from which they come first, the bound. */
  private static String numbers(long kmin, EcnMargin margin) {
    return String.format(
        Locale.ROOT,
        "Kmin is %d bytes; the XOFF threshold of one ingress is %.0f bytes with an empty shared "
            + "buffer and %.0f with 90 %% of it used%s: %s; the paper's bound, below which the "
            + "switch always marks first, is %.0f",
        kmin,
        margin.pausesAt(1, 0),
        margin.pausesAt(1, USED),
        margin.fanIn() > 1
            ? String.format(
                Locale.ROOT,
                ", that of %d ingresses together is %.0f and %.0f",
                margin.fanIn(),
                margin.pausesAt(margin.fanIn(), 0),
                margin.pausesAt(margin.fanIn(), USED))
            : "",
        first(kmin, margin),
        margin.safeKmin());
  }

  /** From which state of the buffer on a pause comes first. */
  private static String first(long kmin, EcnMargin margin) {
    double used = margin.usedAtFirstPause(1, kmin);
    return used <= 0
        ? "the switch always pauses first"
        : used >= 1
            ? "the reserve of one ingress exceeds Kmin, and the switch marks first"
            : String.format(
                Locale.ROOT,
                "the switch pauses first once other ingresses use %.1f %% of the " + "buffer",
                100 * used);
  }
}
