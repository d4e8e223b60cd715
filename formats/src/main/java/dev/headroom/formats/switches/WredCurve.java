package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;

/**
 * WRED curve: below Kmin nothing happens to a packet, between Kmin and Kmax an increasing share of
 * packets is marked or dropped, above Kmax all are.
 *
 * @param name of the profile, or the queue it stands in
 * @param marking whether packets that can carry a mark (ECT) are marked; said where the
 *     configuration says it. RDMA's packets are green: a profile that marks other colours alone
 *     does not mark them
 * @param from Kmin
 * @param to Kmax
 * @param most Pmax: the share of packets that is marked at Kmax, 0 to 1
 */
public record WredCurve(
    String name,
    Marking marking,
    ReportedValue<QueueDepth> from,
    ReportedValue<QueueDepth> to,
    ReportedValue<Double> most) {

  /**
   * Effect of a curve on packets that can carry a mark.
   *
   * @param marks whether they are marked
   * @param ifNot what happens to them if they are not
   */
  public record Marking(ReportedValue<Boolean> marks, String ifNot) {
    private static final String DROPS = "it drops instead of marking";

    /** One that drops what it does not mark. */
    public static Marking orDrops(ReportedValue<Boolean> marks) {
      return new Marking(marks, DROPS);
    }
  }

  /** One in bytes whose share at Kmax was not read. */
  public static WredCurve of(
      String name,
      ReportedValue<Boolean> marks,
      ReportedValue<Double> min,
      ReportedValue<Double> max) {
    return new WredCurve(
        name,
        Marking.orDrops(marks),
        min.map(QueueDepth::bytes),
        max.map(QueueDepth::bytes),
        ReportedValue.unreported("Pmax of " + name));
  }

  /** The same with Pmax, in percent as configurations write it. */
  public WredCurve withPercent(ReportedValue<Double> percent) {
    return new WredCurve(name, marking, from, to, percent.map(share -> share / 100));
  }

  public ReportedValue<Boolean> marks() {
    return marking.marks();
  }

  /** Kmin, bytes; not said where the configuration has another unit. */
  public ReportedValue<Double> min() {
    return inBytes(from, "Kmin");
  }

  /** Kmax, bytes; not said where the configuration has another unit. */
  public ReportedValue<Double> max() {
    return inBytes(to, "Kmax");
  }

  private ReportedValue<Double> inBytes(ReportedValue<QueueDepth> depth, String what) {
    return !depth.isReported() || depth.matches(QueueDepth::isBytes)
        ? depth.map(QueueDepth::amount)
        : ReportedValue.unreported(what + " of " + name + " in bytes");
  }
}
