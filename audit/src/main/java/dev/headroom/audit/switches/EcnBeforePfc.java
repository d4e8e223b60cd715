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
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Whether a queue reaches Kmin before an ingress that feeds it is paused: not a comparison of two
 * settings, since the pause threshold of a dynamic buffer falls as the buffer fills.
 *
 * <p>With alpha = 2^dynamic_th and S bytes shared, one ingress is paused at alpha S / (1 + alpha)
 * when nothing else is in the buffer, and at a tenth of that with 90 % of it in use by others; f
 * ingresses that feed one queue are paused at f alpha S / (1 + f alpha). A configuration does not
 * say how full the buffer gets, so that only a pause that comes first in an empty one is an error;
 * above the paper's bound, below which no state fails, it is a note that names the state.
 */
public final class EcnBeforePfc extends SonicRule {
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

  /** What the lossless buffer of a switch is set to. */
  private record Buffer(Known<Long> size, Known<String> power, EcnMargin margin) {}

  @Override
  protected void judge(HostFacts host, Sonic sonic, Judgement to) {
    List<String> wred = sonic.losslessCurves().stream().map(SwitchQos.Curve::name).toList();
    Known<Long> size = size(sonic);
    Optional<String> profile = profile(sonic);
    if (profile.isEmpty() || !size.isSaid() || wred.isEmpty()) {
      to.needs(host.name(), "BUFFER_POOL, a lossless BUFFER_PROFILE and WRED_PROFILE of SONiC");
      return;
    }
    Optional<Buffer> buffer = buffer(sonic, profile.get());
    if (buffer.isEmpty()) {
      to.needs(host.name(), "dynamic_th of the lossless BUFFER_PROFILE");
      return;
    }
    for (String name : wred) {
      Known<Long> kmin = kmin(sonic, name);
      if (kmin.isSaid()) {
        judge(host, name, kmin, buffer.get(), to);
      }
    }
  }

  /** A Kmin for a WRED profile of a switch, in bytes; none where the files do not say enough. */
  public static OptionalLong proposed(HostFacts host, String wred) {
    Optional<Sonic> sonic = Sonic.of(host);
    if (sonic.isEmpty()) {
      return OptionalLong.empty();
    }
    Optional<Buffer> buffer = profile(sonic.get()).flatMap(name -> buffer(sonic.get(), name));
    Known<Long> kmin = kmin(sonic.get(), wred);
    return buffer.isPresent() && kmin.isSaid()
        ? OptionalLong.of(proposed(buffer.get().margin(), kmin.get()))
        : OptionalLong.empty();
  }

  /**
   * Half of what one ingress is paused at in a buffer of which others use 90 %; where Kmin is below
   * that already, the paper's bound.
   */
  private static long proposed(EcnMargin margin, long kmin) {
    long half = (long) ((margin.pausesAt(1, USED) - margin.reservedBytes()) / 2);
    return Math.max(1, kmin > half ? half : (long) margin.safeKmin());
  }

  private static Optional<String> profile(Sonic sonic) {
    return sonic.keys("BUFFER_PROFILE").stream()
        .filter(key -> sonic.number("BUFFER_PROFILE", key, "xoff").is(bytes -> bytes > 0))
        .findFirst();
  }

  private static Known<Long> size(Sonic sonic) {
    return sonic.number("BUFFER_POOL", "ingress_lossless_pool", "size");
  }

  private static Known<Long> kmin(Sonic sonic, String wred) {
    return sonic.number("WRED_PROFILE", wred, "green_min_threshold");
  }

  /** The pool's size is what is left after headroom, as SONiC has it. */
  private static Optional<Buffer> buffer(Sonic sonic, String profile) {
    Known<Long> size = size(sonic);
    Known<String> power = sonic.field("BUFFER_PROFILE", profile, "dynamic_th");
    if (!size.isSaid() || !power.is(text -> text.matches("-?\\d"))) {
      return Optional.empty();
    }
    double alpha = Math.scalb(1.0, Integer.parseInt(power.get()));
    long reserve = sonic.number("BUFFER_PROFILE", profile, "size").orElse(0L);
    return Optional.of(new Buffer(size, power, margin(sonic, size.get(), reserve, alpha)));
  }

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
      HostFacts host, String name, Known<Long> kmin, Buffer buffer, Judgement to) {
    EcnMargin margin = buffer.margin();
    long bytes = kmin.get();
    if (bytes < margin.safeKmin()) {
      to.pass(host.name(), name + ": " + numbers(bytes, margin));
      return;
    }
    boolean never = bytes >= margin.pausesOneToOne();
    long better = proposed(margin, bytes);
    to.find(host.name(), name, numbers(bytes, margin))
        .severity(never ? Severity.ERROR : Severity.INFO)
        .seen(SwitchQos.seen(kmin, buffer.size(), buffer.power()))
        .fix(() ->
            Fix.advice(
                "set green_min_threshold to %d bytes, or raise dynamic_th; below %.0f a mark comes first whatever is in the buffer"
                    .formatted(better, margin.safeKmin())))
        .report();
  }

  /** Kmin, where pauses begin in either buffer, the state from which they come first, the bound. */
  private static String numbers(long kmin, EcnMargin margin) {
    return String.format(
        Locale.ROOT,
        "Kmin is %d bytes; one ingress is paused at %.0f with the shared buffer empty and at %.0f with"
            + " 90 %% of it used%s: %s; the paper's bound, below which marks always come first, is"
            + " %.0f",
        kmin,
        margin.pausesAt(1, 0),
        margin.pausesAt(1, USED),
        margin.fanIn() > 1
            ? String.format(
                Locale.ROOT,
                ", %d ingresses together at %.0f and %.0f",
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
        ? "a pause always comes first"
        : used >= 1
            ? "the reserve of one ingress is more than that, and a mark comes first"
            : String.format(
                Locale.ROOT, "a pause comes first once others use %.1f %% of it", 100 * used);
  }
}
